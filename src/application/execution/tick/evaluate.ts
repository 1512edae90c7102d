import { blocksConfirmed } from '../../../domain/order/conditions/guards.js';
import { settledAt } from '../../../domain/order/conditions/conditions.js';
import type { Mark } from '../../../domain/order/conditions/marks.js';
import { evaluateOrder, type Evaluation } from '../../../domain/order/evaluation/evaluation.js';
import type { Order } from '../../../domain/order/order.js';
import type { Ports } from '../../../ports/index.js';
import type { PriceListCache } from '../../prices/price-list-cache.js';
import type { CoreSettings } from '../../settings.js';
import type { Brakes } from '../send/brakes.js';
import type { Marks } from './marks.js';
import { priceOfList } from './trigger-prices.js';
import type { BlockWatch } from './watch-blocks.js';

/** An evaluation and its time. */
export type DatedEvaluation = Evaluation & { readonly at: Date };

/**
 * Explains why an open order is not sent right now, from the cached prices and the blocks watched here; undefined for any other
 * order.
 */
export const makeEvaluateOrder =
  (
    { clock, executionQueue }: Pick<Ports, 'clock' | 'executionQueue'>,
    {
      brakes,
      prices,
      watch,
      marks,
    }: {
      readonly brakes: Pick<Brakes, 'stops'>;
      readonly prices: Pick<PriceListCache, 'list'>;
      readonly watch: Pick<BlockWatch, 'seenOf'>;
      readonly marks: Pick<Marks, 'of'>;
    },
    { minLiquidityUsd }: Pick<CoreSettings, 'minLiquidityUsd'>,
  ) =>
  async (order: Order): Promise<DatedEvaluation | undefined> => {
    if (order.status !== 'open') return undefined;
    const [list, retry] = [await prices.list(), await executionQueue.retryOf(order.terms.uuid)];
    const mark = (await marks.of([order]))(order);
    const at = clock.now();
    const priceOf = priceOfList(list);
    const evaluation = evaluateOrder(order, { now: at, priceOf, minLiquidityUsd, mark, retry });
    if (evaluation?.state !== 'ready')
      return evaluation && { ...countedUpTo(evaluation, { order, mark }, watch), at };
    const [stop] = await brakes.stops();
    const isPaused = stop?.kind === 'paused';
    return { ...evaluation, ...(isPaused && { isPaused }), ...(stop && { stoppedBy: stop.kind }), at };
  };

/** Updates the number of blocks that confirm the order's price with those since the executor last looked at the order. */
function countedUpTo(
  evaluation: Evaluation,
  { order, mark }: { readonly order: Order; readonly mark: Mark | undefined },
  watch: Pick<BlockWatch, 'seenOf'>,
): Evaluation {
  const trigger = order.terms.trigger && settledAt(order.terms.trigger, mark);
  if (evaluation.reason !== 'waiting-confirmation' && evaluation.reason !== 'own-pool') return evaluation;
  if (evaluation.unit !== 'blocks' || trigger?.kind !== 'price') return evaluation;
  const sightings = watch.seenOf(trigger);
  if (sightings === undefined) return evaluation;
  const { met } = blocksConfirmed(trigger, sightings);
  return { ...evaluation, confirmed: Math.min(met, evaluation.confirm ?? met) };
}
