import { evaluateOrder } from '../../../domain/order/evaluation.js';
import type { Order } from '../../../domain/order/order.js';
import { endsAt } from '../../../domain/order/strategy.js';
import type { Clock } from '../../../ports/index.js';
import type { PlaceOrder } from '../../orders/place-order.js';
import type { PriceListCache } from '../../prices/price-list-cache.js';
import type { RecordPrices } from '../../prices/record-prices.js';
import { priceOfList } from './trigger-prices.js';

/** Calls the listener with each time at which the executor should run. Returns the function that unsubscribes it. */
export type OnDue = (listener: (at: Date) => void) => () => void;

/** Signals the in-process executor that work is coming. */
export interface DueSignal {
  readonly onDue: OnDue;
  raise(at: Date): void;
}

export function makeDueSignal(): DueSignal {
  const listeners = new Set<(at: Date) => void>();
  return {
    onDue(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    raise: (at) => listeners.forEach((listener) => listener(at)),
  };
}

/** Places orders, and signals when the executor should first check each. */
export const announcePlaced =
  (
    place: PlaceOrder,
    signal: DueSignal,
    { clock, prices }: { readonly clock: Clock; readonly prices: Pick<PriceListCache, 'current'> },
  ): PlaceOrder =>
  async (input) => {
    const placed = await place(input);
    if (placed.ok) signal.raise(firstCheck(placed.value, clock.now(), prices.current()));
    return placed;
  };

function firstCheck(order: Order, now: Date, list: ReturnType<PriceListCache['current']>): Date {
  const evaluation = evaluateOrder(order, { now, priceOf: priceOfList(list) });
  if (evaluation?.state === 'ready') return now;
  return evaluation?.reason === 'waiting-window' ? evaluation.opensAt : endsAt(order);
}

/** Records prices, and wakes the executor when new ones are stored. */
export const announceRecorded =
  (record: RecordPrices, signal: DueSignal, clock: Clock): RecordPrices =>
  async () => {
    const recorded = await record();
    if (recorded.ok && recorded.value.kind === 'recorded') signal.raise(clock.now());
    return recorded;
  };
