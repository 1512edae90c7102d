import { evaluateOrder, type Evaluation } from '../../../domain/order/evaluation.js';
import type { Order } from '../../../domain/order/order.js';
import type { Ports } from '../../../ports/index.js';
import type { PriceListCache } from '../../prices/price-list-cache.js';
import { priceOfList } from './trigger-prices.js';

/** An evaluation and the time it holds for. */
export type DatedEvaluation = Evaluation & { readonly at: Date };

/** Explains why an open order is not sent right now, by the prices cached here; undefined for any other order. */
export type EvaluateOrder = (order: Order) => Promise<DatedEvaluation | undefined>;

export const makeEvaluateOrder =
  (
    { clock, executionQueue }: Pick<Ports, 'clock' | 'executionQueue'>,
    prices: Pick<PriceListCache, 'list'>,
  ): EvaluateOrder =>
  async (order) => {
    if (order.status !== 'open') return undefined;
    const [list, retry] = [await prices.list(), await executionQueue.retryOf(order.terms.uuid)];
    const at = clock.now();
    const evaluation = evaluateOrder(order, { now: at, priceOf: priceOfList(list), retry });
    return evaluation && { ...evaluation, at };
  };
