import { evaluateOrder } from '../../../domain/order/evaluation/evaluation.js';
import type { Order } from '../../../domain/order/order.js';
import type { Listeners } from '../../../domain/shared/listeners.js';
import type { Result } from '../../../domain/shared/result.js';
import { endsAt } from '../../../domain/order/lifecycle/strategy.js';
import type { Clock } from '../../../ports/index.js';
import type { PriceListCache } from '../../prices/price-list-cache.js';
import type { CoreSettings } from '../../settings.js';
import type { RecordPrices } from '../../prices/record-prices.js';
import { priceOfList } from './trigger-prices.js';

/** Tells the in-process executor each time at which it should run. */
type DueSignal = Pick<Listeners<Date>, 'tell'>;

/** Signals when the executor should first check a placed order. */
export const makeAnnounceOrder =
  (
    signal: DueSignal,
    { clock, prices }: { readonly clock: Clock; readonly prices: Pick<PriceListCache, 'current'> },
    { minLiquidityUsd }: Pick<CoreSettings, 'minLiquidityUsd'>,
  ) =>
  (order: Order): void => {
    const now = clock.now();
    const priceOf = priceOfList(prices.current());
    const evaluation = evaluateOrder(order, { now, priceOf, minLiquidityUsd });
    if (evaluation?.state === 'ready') signal.tell(now);
    else if (evaluation?.reason === 'waiting-window') signal.tell(evaluation.opensAt);
    else signal.tell(endsAt(order));
  };

/** Makes a change that places or replaces an order announce it. */
export const announcing =
  <Input extends readonly unknown[], E>(
    change: (...input: Input) => Promise<Result<Order, E>>,
    announce: (order: Order) => void,
  ) =>
  async (...input: Input): Promise<Result<Order, E>> => {
    const changed = await change(...input);
    if (changed.ok) announce(changed.value);
    return changed;
  };

/** Records prices, and wakes the executor if new ones are stored. */
export const announceRecorded =
  (record: RecordPrices, signal: DueSignal, clock: Clock): RecordPrices =>
  async () => {
    const recorded = await record();
    if (recorded.ok && recorded.value.kind === 'recorded') signal.tell(clock.now());
    return recorded;
  };
