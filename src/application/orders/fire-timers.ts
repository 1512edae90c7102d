import { checkOrder, type LimitedKey } from '../../domain/api-key/limits.js';
import { advance, finish, scopeId, type CancelTimer } from '../../domain/cancel-timer/cancel-timer.js';
import type { Order } from '../../domain/order/order.js';
import { ok } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';
import type { CheckClock, ClockDoubtful } from '../market/chain-clock.js';
import { inParallel } from '../shared/in-parallel.js';
import { timerLock } from './cancel-after.js';
import { makeEndOrder, type EndOrderSettings } from './end-order.js';

/** Number of timers taken at a time. */
const BATCH = 100;
/** Number of orders read, and ended, at a time. */
const PAGE = 100;
const WIDTH = 8;

/** Result of one look at the timers. */
export interface FiredTimers {
  readonly fired: number;
  /** Orders that were ended, or are ending. */
  readonly ended: number;
  /** Present if no timer fires because the clock and the chain disagree. */
  readonly held?: ClockDoubtful;
}

type Needs = Pick<Ports, 'apiKeys' | 'cancelTimers' | 'clock' | 'databaseHome' | 'orders' | 'unitOfWork'>;

/**
 * Fires the timers whose time has run out, and ends the open orders of their scopes that were placed before. Any number of processes
 * may do so at any time: firing is stored before the first order ends, so a restart continues, and ending an order twice changes
 * nothing. An order whose swap is in flight is looked at until the swap is settled: if the swap is dropped, the order ends.
 */
export const makeFireTimers = (
  ports: Needs,
  { checkClock }: { readonly checkClock: CheckClock },
  settings: EndOrderSettings,
) => {
  const { apiKeys, cancelTimers, clock, databaseHome, orders, unitOfWork } = ports;
  const endOrder = makeEndOrder(ports, settings, 'cancel-after');

  /** Stores the next state of a timer, which may have been renewed meanwhile. */
  const change = ({ scope }: CancelTimer, changed: (timer: CancelTimer) => CancelTimer) =>
    unitOfWork.run<CancelTimer | undefined, never>(async (storage) => {
      await storage.lock(timerLock(scope));
      const stored = await storage.cancelTimers.find(scopeId(scope));
      const next = stored && changed(stored);
      if (next !== undefined && next !== stored) await storage.cancelTimers.save(next);
      return ok(next);
    });

  const fireDue = async (): Promise<{ fired: number; held?: ClockDoubtful }> => {
    const due = await cancelTimers.listDue(clock.now(), BATCH);
    if (due.length === 0) return { fired: 0 };
    const checked = await checkClock();
    // An unreachable chain says nothing against the clock, and the orders must not outlive their time because of it.
    if (!checked.ok && checked.error.kind === 'clock-doubtful') return { fired: 0, held: checked.error };
    let fired = 0;
    for (const timer of due) {
      const changed = await change(timer, (stored) => advance(stored, clock.now()));
      if (changed.ok && changed.value?.fired?.isEnding === true) fired += 1;
    }
    return { fired };
  };

  /** Limits of the key that armed the timer; undefined if the key is revoked, and then ends nothing. */
  const limitsOf = async ({ keyId }: CancelTimer['scope']): Promise<LimitedKey | undefined> => {
    if (keyId === undefined) return {};
    const key = await apiKeys.findById(keyId);
    return key === undefined || key.revokedAt !== undefined ? undefined : key.terms;
  };

  /** Ends the orders of a timer that fired. Returns how many were ended. */
  const endAll = async (timer: CancelTimer): Promise<number> => {
    const firedAt = timer.fired!.at;
    const limits = await limitsOf(timer.scope);
    let [ended, left] = [0, 0];
    const end = async ({ terms: { uuid } }: Order): Promise<void> => {
      const result = await endOrder(uuid);
      if (!result.ok && result.error.kind === 'order-already-broadcast') left += 1;
      if (result.ok && (result.value.status === 'cancelled' || 'ending' in result.value)) ended += 1;
    };
    if (limits !== undefined)
      for await (const page of pagesOf(timer.scope, firedAt))
        await inParallel(
          page.filter(({ terms }) => checkOrder(limits, terms).ok),
          WIDTH,
          end,
        );
    if (left === 0)
      await change(timer, (stored) =>
        stored.fired?.at.getTime() === firedAt.getTime() ? finish(stored) : stored,
      );
    return ended;
  };

  /** The open orders of the owner, and those with a swap in flight, that were placed before the time. */
  async function* pagesOf({ owner }: CancelTimer['scope'], firedAt: Date): AsyncIterable<readonly Order[]> {
    const to = new Date(firedAt.getTime() + 1);
    const statuses = ['open', 'broadcasted'] as const;
    const query = { owner, to, statuses, sortBy: 'createdAt', sortOrder: 'asc', offset: 0 } as const;
    for (let after = {}; ;) {
      const { orders: page, next } = await orders.listPage({ ...query, ...after, limit: PAGE });
      yield page;
      if (next === undefined) return;
      after = { after: next };
    }
  }

  return async (): Promise<FiredTimers> => {
    // A database that may lack renewals must not end what they kept open.
    if ((await databaseHome.displaced()) !== undefined) return { fired: 0, ended: 0 };
    const due = await fireDue();
    let ended = 0;
    for (const timer of await cancelTimers.listEnding(BATCH)) ended += await endAll(timer);
    return { ...due, ended };
  };
};
