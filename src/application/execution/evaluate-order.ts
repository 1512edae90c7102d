import { evaluateOrder, type Evaluation } from '../../domain/order/evaluation.js';
import type { Order } from '../../domain/order/order.js';
import type { Ports } from '../../ports/index.js';
import type { PriceListCache } from '../prices/price-list-cache.js';
import { priceOfList } from './trigger-prices.js';

export type DatedEvaluation = Evaluation & { readonly at: Date };

/** Why an order is not sent right now, by the prices that this program knows of; undefined for one that is not open. */
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
