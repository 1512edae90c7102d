import { evaluateOrder } from '../../../domain/order/evaluation/evaluation.js';
import type { Order } from '../../../domain/order/order.js';
import type { Listeners } from '../../../domain/shared/listeners.js';
import { endsAt } from '../../../domain/order/lifecycle/strategy.js';
import type { Clock } from '../../../ports/index.js';
import type { PlaceJson } from '../../orders/place-order.js';
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

/** Places orders and announces each. */
export const announcePlaced =
  (place: PlaceJson, announce: (order: Order) => void): PlaceJson =>
  async (input, options) => {
    const placed = await place(input, options);
    if (placed.ok) announce(placed.value);
    return placed;
  };

/** Records prices, and wakes the executor if new ones are stored. */
export const announceRecorded =
  (record: RecordPrices, signal: DueSignal, clock: Clock): RecordPrices =>
  async () => {
    const recorded = await record();
    if (recorded.ok && recorded.value.kind === 'recorded') signal.tell(clock.now());
    return recorded;
  };
