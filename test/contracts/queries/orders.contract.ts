import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readCursor, writeCursor } from '../../../src/adapters/express/swap/orders/order-cursor.js';
import { inParallel } from '../../../src/application/shared/in-parallel.js';
import { positionOf, type Order } from '../../../src/domain/order/order.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import type { OrderQuery, OrderReads } from '../../../src/ports/order-repository.js';
import { anyOrder, anyPosition, anyQuery } from '../../support/order-arbitrary.js';
import { listed } from './models.js';
import { drawn, forQueries, onAll, onStorages, PATIENCE_MS, QUERIES, WORLD_NUMBERS } from './worlds.js';

/** One world in fifty has so many orders that lists are walked, and that text is found by every index. */
const sizeOf = (world: number): number => (world % 50 === 7 ? 12_000 : [160, 40, 3][world % 3]!);

/** More orders than this are compared for few queries. */
const MANY = 1_000;
const FEW = 100;

/** Orders stored at a time. */
const WIDTH = 100;

const READS = ['page', 'page', 'walk', 'stream'] as const;
type Read = (typeof READS)[number];
const among = <T>(values: readonly T[]) => fc.constantFrom(...values);

/** Orders as they are stored first, and after each has moved to another state. */
function ordersOf(world: number) {
  const pairs = Array.from({ length: sizeOf(world) }, (_, n) => {
    const [first, second] = drawn(fc.tuple(anyOrder(n), anyOrder(n)), world, n);
    const { terms, createdAt } = first;
    return { first, second: { ...second, terms, createdAt, version: 1 } };
  });
  return { before: pairs.map(({ first }) => first), after: pairs.map(({ second }) => second) };
}

const uuidsOf = (orders: readonly Order[]) => orders.map(({ terms }) => terms.uuid);

/** The orders of all pages, each of which begins at the cursor that the one before gave. */
async function walked(orders: OrderReads, query: OrderQuery): Promise<readonly Order[]> {
  const found: Order[] = [];
  let { after } = query;
  for (let number = 2; ; number++) {
    const page = await orders.listPage({ ...query, ...(after && { after }), offset: 0 });
    found.push(...page.orders);
    if (page.next === undefined) return found;
    after = readCursor(writeCursor({ after: page.next, page: number }, query), query)!.after;
  }
}

/** The read returns what the model does. */
async function expectModelled(
  all: readonly Order[],
  orders: OrderReads,
  read: Read,
  query: OrderQuery,
): Promise<void> {
  switch (read) {
    case 'page': {
      const { orders: found, total, totalIsLowerBound, next } = await orders.listPage(query);
      const { page, hasNext, ...expected } = listed(all, query);
      expect(uuidsOf(found)).toEqual(uuidsOf(page));
      expect({ total, isLowerBound: totalIsLowerBound === true }).toEqual(expected);
      return expect(next).toEqual(hasNext ? positionOf(page.at(-1)!) : undefined);
    }
    case 'walk': {
      const found = await walked(orders, {
        ...query,
        limit: Math.max(query.limit, Math.ceil(all.length / 6)),
      });
      return expect(uuidsOf(found)).toEqual(uuidsOf(whole(all, query)));
    }
    case 'stream': {
      const { statuses: _, search: __, after: ___, ...scope } = query;
      const found: Order[] = [];
      for await (const order of orders.stream(scope)) found.push(order);
      expect(found).toEqual(whole(all, { ...scope, sortBy: 'createdAt', sortOrder: 'asc' }));
    }
  }
}

const whole = (all: readonly Order[], query: OrderQuery) =>
  listed(all, { ...query, offset: 0, limit: Infinity }).page;

/** Pages, cursors, totals and streams of order lists are those of the model, wherever orders are stored. */
export function orderQueriesContract(): void {
  it.each(WORLD_NUMBERS)(
    'pages, walks and streams of orders hold what a check of every order finds, in world %i',
    async (world) => {
      const { before, after } = ordersOf(world);
      const count = (before.length > MANY ? FEW : QUERIES) / 2;
      await onStorages(async ({ ports, readers, caughtUp }) => {
        const checkAll = async (all: readonly Order[], part: number) => {
          await caughtUp();
          const place = fc.option(anyPosition(all), { nil: undefined });
          const query = fc.tuple(among(READS), anyQuery, place);
          await forQueries(2 * world + part, count, query, ([read, any, start]) =>
            onAll(readers, (reader) =>
              expectModelled(all, reader.reads.orders, read, { ...any, ...(start && { after: start }) }),
            ),
          );
        };

        await inParallel(before, WIDTH, async (order) => void unwrap(await ports.orders.insert(order)));
        await checkAll(before, 0);
        await inParallel(after, WIDTH, async (order) => void unwrap(await ports.orders.update(order)));
        const updated = after.map((order) => ({ ...order, version: 2 }));
        await checkAll(updated, 1);
      });
    },
    PATIENCE_MS,
  );
}
