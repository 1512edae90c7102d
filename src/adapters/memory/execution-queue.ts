import { levelOf } from '../../domain/order/conditions/conditions.js';
import type { TriggerKey, TriggerPair } from '../../domain/order/conditions/rules.js';
import type { OrderUuid } from '../../domain/order/ids.js';
import { isDormant, liveSince, type OpenOrder } from '../../domain/order/order.js';
import { endsAt, expiryAt, windowAt } from '../../domain/order/lifecycle/strategy.js';
import type { Retry } from '../../domain/order/evaluation/retry-policy.js';
import type {
  Claim,
  ClaimRequest,
  DueCounts,
  ExecutionQueue,
  Presence,
  VoidClaims,
} from '../../ports/execution-queue.js';
import type { QueueEntry, Session, Tables } from './tables.js';

export class InMemoryExecutionQueue implements ExecutionQueue {
  constructor(private readonly session: Session) {}

  triggerPairs(): Promise<readonly TriggerPair[]> {
    return this.session.read((tables) => {
      const pairs = new Map<string, TriggerPair>();
      for (const { order } of waiting(tables)) {
        if (order.terms.trigger === undefined || isBelowStop(order, tables)) continue;
        const { conditionToken, baseAsset } = levelOf(order.terms.trigger);
        pairs.set(`${conditionToken} ${baseAsset}`, { conditionToken, baseAsset });
      }
      return [...pairs.values()];
    });
  }

  countDue({ now, reached, limit }: Pick<ClaimRequest, 'now' | 'reached' | 'limit'>): Promise<DueCounts> {
    const levels = new Map(reached.map((each) => [keyOf(each), each.level]));
    return this.session.read((tables) => {
      const all = waiting(tables).filter(
        ({ order }) =>
          isTriggered(order, levels, tables) &&
          windowAt(order.terms, now) === 'inside' &&
          expiryAt(order, now) === undefined,
      );
      const free = all.filter(({ entry }) => freeAt(entry) <= now).slice(0, limit);
      const tried = all.filter(({ entry }) => entry.claim === undefined && freeAt(entry) > now);
      const backingOff = new Map<string, number>();
      for (const { entry } of tried.slice(0, limit)) {
        const { reason } = entry.retry!;
        backingOff.set(reason, (backingOff.get(reason) ?? 0) + 1);
      }
      const isComplete = free.length < limit && tried.length < limit;
      return { free: free.length, backingOff, isComplete };
    });
  }

  claim({ now, reached, limit, leaseMs, claimant }: ClaimRequest): Promise<readonly Claim[]> {
    const levels = new Map(reached.map((each) => [keyOf(each), each.level]));
    const until = new Date(now.getTime() + leaseMs);
    return this.session.write((tables) => {
      const due = waiting(tables)
        .filter((each) => isDue(each, now) && isTriggered(each.order, levels, tables))
        .sort(byTime(dueSince))
        .slice(0, limit);
      return due.map((each) => {
        const { uuid } = each.order.terms;
        const { retry } = each.entry;
        tables.queue.set(uuid, { claim: { claimant, until }, retry });
        return { uuid, claimant, attempts: retry?.attempts ?? 0, dueAt: new Date(dueSince(each)) };
      });
    });
  }

  release({ uuid, claimant }: Pick<Claim, 'uuid' | 'claimant'>, retry?: Retry): Promise<void> {
    const copy = structuredClone(retry);
    return this.session.write(({ queue }) => {
      const entry = queue.get(uuid);
      if (entry?.claim?.claimant === claimant) queue.set(uuid, { retry: copy ?? entry.retry });
    });
  }

  free({ now, claimant, latest }: VoidClaims): Promise<void> {
    return this.session.write((tables) => {
      for (const { order, entry } of waiting(tables)) {
        const { claim, retry } = entry;
        if (claim?.claimant !== claimant && freeAt(entry) <= latest) continue;
        const isAhead = retry !== undefined && retry.at > latest;
        tables.queue.set(order.terms.uuid, { retry: isAhead ? { ...retry, at: new Date(now) } : retry });
      }
    });
  }

  checkIn({ claimant, now, until }: Presence): Promise<readonly string[]> {
    return this.session.write(({ executors }) => {
      executors.set(claimant, { claimant, until: new Date(until) });
      const all = [...executors.values()];
      for (const each of all) if (each.until <= now) executors.delete(each.claimant);
      return all
        .filter((each) => each.until > now)
        .map((each) => each.claimant)
        .sort();
    });
  }

  retryOf(uuid: OrderUuid): Promise<Retry | undefined> {
    return this.session.read(({ queue }) => queue.get(uuid)?.retry);
  }

  listExpired(now: Date, limit: number): Promise<readonly OrderUuid[]> {
    return this.session.read((tables) =>
      waiting(tables)
        .filter(({ order }) => expiryAt(order, now) !== undefined)
        .sort(byTime(({ order }) => endsAt(order)))
        .slice(0, limit)
        .map(({ order }) => order.terms.uuid),
    );
  }

  nextWakeUp(now: Date): Promise<Date | undefined> {
    return this.session.read((tables) => {
      const times = waiting(tables).flatMap(wakeUpsOf);
      const next = times.reduce((a, b) => (b > now.getTime() ? Math.min(a, b) : a), Infinity);
      return next === Infinity ? undefined : new Date(next);
    });
  }
}

interface Waiting {
  readonly order: OpenOrder;
  readonly entry: QueueEntry;
}

const waiting = ({ orders, queue }: Tables): Waiting[] =>
  [...orders.values()].flatMap((order) =>
    order.status === 'open' && order.sending === undefined && !isDormant(order)
      ? [{ order, entry: queue.get(order.terms.uuid) ?? {} }]
      : [],
  );

const keyOf = ({ conditionToken, baseAsset, direction }: TriggerKey) =>
  `${conditionToken} ${baseAsset} ${direction}`;

/** Whether the order trails a price and has not reached its stop. */
const isBelowStop = ({ terms: { trigger, uuid } }: OpenOrder, { reachedStops }: Tables): boolean =>
  trigger?.kind === 'trail' && reachedStops.get(uuid) === undefined;

function isTriggered(order: OpenOrder, reached: ReadonlyMap<string, bigint>, tables: Tables): boolean {
  const { trigger } = order.terms;
  if (trigger === undefined || isBelowStop(order, tables)) return false;
  const own = levelOf(trigger);
  return own.level <= (reached.get(keyOf(own)) ?? -1n);
}

/** Returns the time at which the order's lease and its back-off have both ended. */
const freeAt = ({ claim, retry }: QueueEntry): Date => claim?.until ?? retry?.at ?? new Date(0);

const isDue = ({ order, entry }: Waiting, now: Date): boolean =>
  freeAt(entry) <= now && windowAt(order.terms, now) === 'inside' && expiryAt(order, now) === undefined;

function dueSince({ order, entry: { retry } }: Waiting): Date {
  const { validFrom } = order.terms;
  const since = liveSince(order);
  const start = validFrom !== undefined && validFrom > since ? validFrom : since;
  return retry?.at ?? start;
}

const wakeUpsOf = ({ order, entry }: Waiting): number[] => [
  endsAt(order).getTime(),
  freeAt(entry).getTime(),
  ...(order.terms.trigger && order.terms.validFrom ? [order.terms.validFrom.getTime()] : []),
];

const byTime = (timeOf: (waiting: Waiting) => Date) => (a: Waiting, b: Waiting) =>
  timeOf(a).getTime() - timeOf(b).getTime() || (a.order.terms.uuid < b.order.terms.uuid ? -1 : 1);
