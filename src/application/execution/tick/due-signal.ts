import { evaluateOrder } from '../../../domain/order/evaluation/evaluation.js';
import type { Order } from '../../../domain/order/order.js';
import { endsAt } from '../../../domain/order/lifecycle/strategy.js';
import type { Clock } from '../../../ports/index.js';
import type { PlaceJson } from '../../orders/place-order.js';
import type { PriceListCache } from '../../prices/price-list-cache.js';
import type { CoreSettings } from '../../settings.js';
import type { RecordPrices } from '../../prices/record-prices.js';
import { priceOfList } from './trigger-prices.js';

/** Signals the in-process executor that work is coming. */
export function makeDueSignal() {
  const listeners = new Set<(at: Date) => void>();
  return {
    /** Calls the listener with each time at which the executor should run. Returns a function that unsubscribes it. */
    onDue: (listener: (at: Date) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    raise: (at: Date): void => listeners.forEach((listener) => listener(at)),
  };
}

type DueSignal = ReturnType<typeof makeDueSignal>;

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
    if (evaluation?.state === 'ready') signal.raise(now);
    else if (evaluation?.reason === 'waiting-window') signal.raise(evaluation.opensAt);
    else signal.raise(endsAt(order));
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
    if (recorded.ok && recorded.value.kind === 'recorded') signal.raise(clock.now());
    return recorded;
  };
