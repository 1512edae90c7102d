import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NodeHasher } from '../../../src/adapters/system/index.js';
import { makeFollowOrders } from '../../../src/application/orders/follow-orders.js';
import type { OrderEventType } from '../../../src/domain/order/events.js';
import type { Order } from '../../../src/domain/order/order.js';
import { err, unwrap } from '../../../src/domain/shared/result.js';
import type { EndedOrder, FeedEvent, FeedScope, StorageAccess } from '../../../src/ports/index.js';
import { anEvent, AN_OWNER, ANOTHER_OWNER, T0, uuidOf } from '../../support/builders.js';
import { A_REGISTRY } from '../../support/core-harness.js';
import { anyOrder } from '../../support/order-arbitrary.js';
import { until } from '../../support/own-cluster.js';
import { eventsAfter } from './models.js';
import { drawn, forQueries, onAll, onStorages, PATIENCE_MS, QUERIES, WORLD_NUMBERS } from './worlds.js';

const ORDERS = 12;
/** Reads take turns with what they read. */
const PARTS = 3;
const among = <T>(values: readonly T[]) => fc.constantFrom(...values);
const TIME = fc.nat({ max: 5 }).map((ms) => new Date(T0.getTime() + ms));

/** Events of one unit of work, which may fail: its positions are then gaps. */
const UNIT = fc.record({
  events: fc.array(
    fc.record({
      n: fc.nat({ max: ORDERS - 1 }),
      type: among<OrderEventType>(['created', 'waiting', 'cancelled', 'failed', 'confirmed']),
      at: TIME,
      facts: among([{}, { reason: 'Grüße 🚀' }, { nested: { list: [1, null] } }]),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  fails: among([false, false, true]),
});

const SCOPE: fc.Arbitrary<FeedScope | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.nat({ max: ORDERS }).map((n) => ({ uuid: uuidOf(n) })),
  fc.record(
    { owner: among([AN_OWNER, ANOTHER_OWNER]), strategyId: among(['ladder', 'Ladder', '100%_\'"', '']) },
    { requiredKeys: ['owner'] },
  ),
  among(['ladder', 'Grüße', ' ', 'none']).map((strategyId) => ({ strategyId })),
);

/** Has the unit's events appended, and returns those of them that are committed. */
async function append(
  ports: StorageAccess,
  { events, fails }: typeof UNIT extends fc.Arbitrary<infer T> ? T : never,
) {
  const added = events.map(({ n, ...event }) => ({ uuid: uuidOf(n), event: anEvent(event) }));
  await ports.unitOfWork.run(async (tx) => {
    for (const { uuid, event } of added) await tx.events.append({ uuid, event });
    return fails ? err({ kind: 'refused' }) : { ok: true, value: undefined };
  });
  return fails ? [] : added;
}

/** Pages of what a stream sends behind a position. */
async function followed(reader: StorageAccess, of: FeedScope, after: number, limit: number) {
  const registry = { current: () => A_REGISTRY };
  const follow = makeFollowOrders({ ...reader, registry, hasher: new NodeHasher() });
  const upTo = await follow.newest();
  const events: FeedEvent[] = [];
  for (let at = after; ;) {
    const page = await follow.changes(of, at, upTo, limit);
    events.push(...page.changes.map(({ event }) => event));
    if (page.isLast) return events;
    at = page.after;
  }
}

/** A stream resumed anywhere continues as the model does, wherever events are stored. */
export function streamQueriesContract(): void {
  it.each(WORLD_NUMBERS)(
    'a reader gets what follows any position, each event once, in world %i',
    (world) =>
      onStorages(async ({ ports, readers, caughtUp }) => {
        const orders = new Map<string, Order>();
        for (let n = 0; n < ORDERS; n++) {
          const order = drawn(anyOrder(n), world, n);
          const own = { ...order, terms: { ...order.terms, uuid: uuidOf(n) } };
          unwrap(await ports.orders.insert(own));
          orders.set(own.terms.uuid, own);
        }
        const log: Omit<FeedEvent, 'position'>[] = [];
        // Where the readers were when they had read everything so far, and how many events that was.
        let [seen, known] = [0, 0];
        for (let part = 0; part < PARTS; part++) {
          for (const unit of drawn(fc.array(UNIT, { maxLength: 12, size: 'max' }), world, part))
            for (const { uuid, event } of await append(ports, unit)) {
              const seq = log.filter((earlier) => earlier.uuid === uuid).length + 1;
              log.push({ ...event, uuid, seq });
            }
          await caughtUp();

          const all = await ports.feed.read({ after: 0, limit: 1_000 });
          expect(all.map(({ position: _, ...event }) => event)).toEqual(log);
          const positions = all.map(({ position }) => position);
          expect(positions).toEqual([...new Set(positions)].toSorted((a, b) => a - b));
          const last = positions.at(-1) ?? 0;
          await onAll(readers, async ({ ports: { feed } }) => {
            // A standby shows nothing new while any transaction is open, such as one of autovacuum.
            await until(async () => (await feed.newest()) >= last);
            expect(await feed.read({ after: 0, limit: 1_000 })).toEqual(all);
            expect(await feed.read({ after: seen, limit: 1_000 })).toEqual(all.slice(known));
          });
          [seen, known] = [await ports.feed.newest(), all.length];

          await forQueries(world * PARTS + part, QUERIES / PARTS, placeIn(positions), (place) =>
            onAll(readers, (reader) => expectModelled(all, orders, reader.ports, place)),
          );
        }
      }),
    PATIENCE_MS,
  );
}

const placeIn = (positions: readonly number[]) =>
  fc.record({
    after: fc.oneof(fc.nat({ max: (positions.at(-1) ?? 0) + 3 }), among([0, Number.MAX_SAFE_INTEGER])),
    limit: among([1, 2, 7, 1_000]),
    of: SCOPE,
    ended: fc.record({ uuid: fc.nat({ max: ORDERS }).map(uuidOf), at: TIME, until: TIME }),
  });
type Place = ReturnType<typeof placeIn> extends fc.Arbitrary<infer T> ? T : never;

async function expectModelled(
  all: readonly FeedEvent[],
  orders: ReadonlyMap<string, Order>,
  reader: StorageAccess,
  { after, limit, of, ended }: Place,
): Promise<void> {
  const suffix = eventsAfter(all, orders, { after, of });
  expect(await reader.feed.read({ after, limit, of })).toEqual(suffix.slice(0, limit));
  expect(await reader.feed.lastUpTo(after)).toEqual(all.findLast(({ position }) => position <= after));
  if (of !== undefined) expect(await followed(reader, of, after, limit)).toEqual(suffix);
  const { until, ...from } = ended;
  expect(await reader.events.listEnded({ after: from, until, limit })).toEqual(
    endedIn(all, from, until).slice(0, limit),
  );
}

/** In the order of their times, ties by uuid. */
function endedIn(all: readonly FeedEvent[], after: EndedOrder, until: Date): readonly EndedOrder[] {
  const key = ({ uuid, at }: EndedOrder) => `${at.toISOString()} ${uuid}`;
  return all
    .filter(({ type, at }) => (type === 'cancelled' || type === 'failed') && at <= until)
    .map(({ uuid, at }) => ({ uuid, at }))
    .filter((event) => key(event) > key(after))
    .toSorted((a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b))));
}
