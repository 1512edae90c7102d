import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ORDER_STATUSES, type Order, positionOf, txidOf } from '../../src/domain/order/order.js';
import { isShortTerm, matchesSearch, type SearchTerm } from '../../src/domain/order/lists/search.js';
import { unwrap } from '../../src/domain/shared/result.js';
import type { OrderQuery, OrderScope } from '../../src/ports/order-repository.js';
import type { OpenedStorage, StorageHarness } from '../support/harnesses.js';
import { anyOrder, anyQuery } from '../support/order-arbitrary.js';

const SEED = 20261120;
const COUNT = 160;

const orders = Array.from({ length: COUNT }, (_, n) =>
  fc.sample(anyOrder(n), { seed: SEED + n, numRuns: 2 }),
);

/** Each order is stored in one state and moves to another. */
const before = orders.map(([first]) => first!);
const after = orders.map(([first, second]): Order => {
  const { terms, createdAt } = first!;
  return { ...second!, terms, createdAt, version: 1 };
});

function isInScope(order: Order, scope: OrderScope): boolean {
  const { terms, createdAt } = order;
  const { owner, strategyId, inputToken, outputToken, token, from, to, txid, handles } = scope;
  const checks = [
    owner === undefined || terms.owner === owner,
    strategyId === undefined || terms.strategy.strategyId === strategyId,
    inputToken === undefined || terms.inputToken === inputToken,
    outputToken === undefined || terms.outputToken === outputToken,
    token === undefined || [terms.inputToken, terms.outputToken].includes(token),
    from === undefined || createdAt.getTime() >= from.getTime(),
    to === undefined || createdAt.getTime() < to.getTime(),
    txid === undefined || txidOf(order) === txid,
    handles === undefined || handles.includes(terms.handle),
  ];
  return checks.every(Boolean);
}

const ageKey = ({ createdAt, terms }: Order) => `${createdAt.toISOString()} ${terms.handle}`;

/** What a query must return, found by checking every order. */
function expected(all: readonly Order[], query: OrderQuery) {
  const { statuses, search, countTo = Infinity, sortBy, sortOrder, after: start } = query;
  const key = ({ status, createdAt, handle }: ReturnType<typeof positionOf>) => {
    const rank = sortBy === 'status' ? ORDER_STATUSES.indexOf(status) : 0;
    return `${rank} ${createdAt.toISOString()} ${handle}`;
  };
  const inScope = all
    .filter((order) => isInScope(order, query))
    .filter(({ status }) => statuses === undefined || statuses.includes(status));
  const byAge = inScope.toSorted((a, b) => (ageKey(a) < ageKey(b) ? 1 : -1));
  const searched = search !== undefined && isShortTerm(search) ? byAge.slice(0, countTo) : inScope;
  const matching = searched.filter((order) => search === undefined || matchesSearch(order, search));
  const sorted = matching.map((order) => ({ uuid: order.terms.uuid, key: key(positionOf(order)) }));
  sorted.sort((a, b) => (a.key < b.key === (sortOrder === 'asc') ? -1 : 1));
  const from = start && key(start);
  const behind = sorted.filter(
    (each) => from === undefined || (sortOrder === 'asc' ? each.key > from : each.key < from),
  );
  const isCut = search !== undefined && matching.length > countTo;
  const rest = isCut && query.offset >= countTo ? [] : behind.slice(query.offset);
  return {
    uuids: rest.slice(0, query.limit).map(({ uuid }) => uuid),
    total: isCut ? countTo : matching.length,
    isLowerBound: isCut || searched.length < inScope.length,
    hasNext: rest.length > query.limit,
  };
}

/** A list does not depend on where orders are stored. */
export function orderQueriesContract(harness: StorageHarness): void {
  describe(`OrderRepository.listPage: ${harness.name}`, () => {
    let storage: OpenedStorage;

    beforeAll(async () => {
      storage = await harness.open();
      for (const order of before) unwrap(await storage.ports.orders.insert(order));
    });
    afterAll(() => storage.close());

    const actual = async (query: OrderQuery) => {
      const { orders: found, total, totalIsLowerBound, next } = await storage.ports.orders.listPage(query);
      if (next !== undefined) expect(next).toEqual(positionOf(found.at(-1)!));
      const uuids = found.map(({ terms }) => terms.uuid);
      return { uuids, total, isLowerBound: totalIsLowerBound === true, hasNext: next !== undefined };
    };
    const checkAll = (all: readonly Order[]) =>
      fc.assert(
        fc.asyncProperty(
          anyQuery,
          fc.option(fc.nat({ max: COUNT - 1 }), { nil: undefined }),
          async (query, start) => {
            const from = start === undefined ? {} : { after: positionOf(all[start]!) };
            expect(await actual({ ...query, ...from })).toEqual(expected(all, { ...query, ...from }));
          },
        ),
        { numRuns: 400, seed: SEED },
      );

    it('returns the orders, total and next position that a check of every order finds, for any query', async () => {
      await expect(checkAll(before)).resolves.toBeUndefined();
    });

    it('returns the same as a check of every order after each has changed its status and txid', async () => {
      for (const order of after) unwrap(await storage.ports.orders.update(order));
      await expect(checkAll(after)).resolves.toBeUndefined();
    });

    it('returns the right page of a term that is in every order, wherever the walk through several statuses ends', async () => {
      const list = { search: 'st' as SearchTerm, sortBy: 'createdAt', sortOrder: 'asc', offset: 0 } as const;
      for (let limit = 1; limit < 30; limit++) {
        const query: OrderQuery = { ...list, statuses: ['open', 'failed'], countTo: 30, limit };
        expect(await actual(query)).toEqual(expected(after, query));
      }
    });

    it.each(['a', '-', '.', '_', '%', ' ', '\\', '"', "'", 'é', '\0', 'st', 's ', '0x', '--'])(
      'finds what a check of the newest orders finds, for the short term %j',
      async (text) => {
        const search = text as SearchTerm;
        for (const countTo of [1, 20, 1_000]) {
          const query: OrderQuery = {
            search,
            countTo,
            sortBy: 'status',
            sortOrder: 'asc',
            offset: 0,
            limit: 50,
          };
          expect(await actual(query)).toEqual(expected(after, query));
        }
      },
    );

    it('streams every order of any scope once, sorted by createdAt and handle', async () => {
      await fc.assert(
        fc.asyncProperty(anyQuery, async ({ statuses: _, search: __, ...scope }) => {
          const streamed: string[] = [];
          for await (const { terms } of storage.ports.orders.stream(scope)) streamed.push(terms.uuid);
          const whole = { ...scope, sortBy: 'createdAt', sortOrder: 'asc', offset: 0, limit: COUNT } as const;
          expect(streamed).toEqual(expected(after, whole).uuids);
        }),
        { numRuns: 50, seed: SEED },
      );
    });

    it('returns every order once when each page starts after the position that the page before gave', async () => {
      for (const sortBy of ['createdAt', 'status'] as const) {
        const query: OrderQuery = { sortBy, sortOrder: 'desc', offset: 0, limit: 7 };
        const uuids: string[] = [];
        for (let page = await storage.ports.orders.listPage(query); ;) {
          uuids.push(...page.orders.map(({ terms }) => terms.uuid));
          if (page.next === undefined) break;
          page = await storage.ports.orders.listPage({ ...query, after: page.next });
        }
        expect(uuids).toEqual(expected(after, { ...query, limit: COUNT }).uuids);
      }
    });
  });
}
