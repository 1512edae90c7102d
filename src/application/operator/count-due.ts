import type { Ports } from '../../ports/index.js';
import type { HeldByGuard } from '../execution/tick/guard-trigger.js';
import { priceOfList, reachedBy } from '../execution/tick/trigger-prices.js';
import type { PriceListCache } from '../prices/price-list-cache.js';
import { recentFlight } from '../shared/single-flight.js';

/** Due orders whose swap is not sent yet. */
export interface DueOrders {
  readonly orders: number;
  /** Reasons, most frequent first: `due` for orders that the next pass may send, or the failure of the last attempt. */
  readonly reasons: readonly { readonly reason: string; readonly orders: number }[];
  /** Whether all due orders were counted; if not, there are more than `orders`. */
  readonly isComplete: boolean;
}

/** Counts the due orders whose swap is not sent yet, at most every five seconds. */
export type CountDue = () => Promise<DueOrders>;

/** Maximum number of orders counted per state of the queue. Beyond it, a page needs no exact number. */
const COUNTED_AT_MOST = 2_000;
const RECENT_MS = 5_000;

/** Outcomes of attempts whose order is not due yet. */
const NOT_DUE: Readonly<Record<HeldByGuard['kind'], true>> = {
  'not-due': true,
  'low-liquidity': true,
  'waiting-confirmation': true,
  'own-pool': true,
};

interface Needs extends Pick<Ports, 'clock' | 'executionQueue'> {
  readonly prices: Pick<PriceListCache, 'refresh'>;
}

export const makeCountDue = ({ clock, executionQueue, prices }: Needs): CountDue =>
  recentFlight(
    async () => {
      const pairs = await executionQueue.triggerPairs();
      const { reached } = reachedBy(pairs, priceOfList(await prices.refresh()));
      const counts = await executionQueue.countDue({ now: clock.now(), reached, limit: COUNTED_AT_MOST });
      const reasons = [['due', counts.free] as const, ...counts.backingOff]
        .filter(([reason, orders]) => orders > 0 && !(reason in NOT_DUE))
        .map(([reason, orders]) => ({ reason, orders }))
        .sort((a, b) => b.orders - a.orders || (a.reason < b.reason ? -1 : 1));
      const orders = reasons.reduce((sum, each) => sum + each.orders, 0);
      return { orders, reasons, isComplete: counts.isComplete };
    },
    { clock, maxAgeMs: RECENT_MS },
  );
