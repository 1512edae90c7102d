import { beforeEach, describe, expect, it } from './framework.js';
import { ORDER_STATUSES, positionOf, type Order } from '../domain/order/order.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import { unwrap } from '../domain/shared/result.js';
import type { OrderQuery, OrderRepository } from '../ports/order-repository.js';
import {
  aBroadcastedOrder,
  aCancelledOrder,
  aConfirmedOrder,
  aFailedOrder,
  anOpenOrder,
  ANOTHER_OWNER,
  AN_OWNER,
  uuidOf,
  at,
} from './builders.js';
import { openEach, type StorageHarness } from './harness.js';

/** Tests pages and streams of orders. */
export function orderListsContract(harness: StorageHarness): void {
  describe(`OrderRepository: ${harness.name}`, () => {
    let orders: OrderRepository;
    openEach(harness, (opened) => (orders = opened.orders));

    const store = async (...all: readonly Order[]) => {
      for (const order of all) unwrap(await orders.insert(order));
    };
    const page = async (query: Partial<OrderQuery> = {}) => {
      const all: OrderQuery = { sortBy: 'createdAt', sortOrder: 'asc', offset: 0, limit: 100 };
      const { orders: found, total } = await orders.listPage({ ...all, ...query });
      return { uuids: found.map(({ terms }) => terms.uuid), total };
    };

    describe('lists of orders', () => {
      beforeEach(() =>
        store(
          aCancelledOrder({ uuid: uuidOf(1) }, { createdAt: at(5) }),
          anOpenOrder({ uuid: uuidOf(4) }, { createdAt: at(5) }),
          aConfirmedOrder({ uuid: uuidOf(2), owner: ANOTHER_OWNER }, { createdAt: at(9) }),
          anOpenOrder({ uuid: uuidOf(3) }, { createdAt: at(5) }),
          aFailedOrder({ uuid: uuidOf(5) }, { createdAt: at(1) }),
          aBroadcastedOrder({ uuid: uuidOf(6) }, { createdAt: at(7) }),
        ),
      );

      const byCreation = [5, 1, 3, 4, 6, 2].map(uuidOf);
      const byStatus = [3, 4, 6, 2, 5, 1].map(uuidOf);

      it('sorts by creation time, then uuid, in both directions', async () => {
        expect(await page()).toEqual({ uuids: byCreation, total: 6 });
        expect(await page({ sortOrder: 'desc' })).toEqual({ uuids: byCreation.toReversed(), total: 6 });
      });

      it('sorts by status in the order of ORDER_STATUSES, in both directions', async () => {
        expect(ORDER_STATUSES[0]).toBe('open');
        expect(await page({ sortBy: 'status' })).toEqual({ uuids: byStatus, total: 6 });
        expect((await page({ sortBy: 'status', sortOrder: 'desc' })).uuids).toEqual(byStatus.toReversed());
      });

      it('returns pages that neither skip nor repeat an order', async () => {
        for (const sortBy of ['createdAt', 'status'] as const) {
          const pages = [0, 2, 4, 6].map((offset) => page({ sortBy, offset, limit: 2 }));
          const uuids = (await Promise.all(pages)).flatMap((each) => each.uuids);
          expect(uuids).toEqual(sortBy === 'status' ? byStatus : byCreation);
        }
        expect(await page({ offset: 6, limit: 2 })).toEqual({ uuids: [], total: 6 });
      });

      it('filters by owner and by statuses', async () => {
        expect(await page({ owner: ANOTHER_OWNER })).toEqual({ uuids: [uuidOf(2)], total: 1 });
        expect(await page({ statuses: ['failed', 'open'], limit: 2 })).toEqual({
          uuids: [uuidOf(5), uuidOf(3)],
          total: 3,
        });
        expect(await page({ owner: ANOTHER_OWNER, statuses: ['open'] })).toEqual({ uuids: [], total: 0 });
        expect(await page({ statuses: [] })).toEqual({ uuids: [], total: 0 });
      });

      it('streams each order once', async () => {
        expect(await streamed(orders)).toEqual(byCreation);
        expect(await streamed(orders, { owner: AN_OWNER })).toEqual(
          byCreation.filter((uuid) => uuid !== uuidOf(2)),
        );
      });
    });

    it('filters by a pair of tokens in either direction, alone and with other filters', async () => {
      const token = (name: string) => `${AN_OWNER}.${name}` as ContractId;
      const [a, b, c] = [token('a'), token('b'), token('c')] as const;
      const sells = (n: number, inputToken: ContractId, outputToken: ContractId) =>
        anOpenOrder({ uuid: uuidOf(n), inputToken, outputToken }, { createdAt: at(n) });
      await store(sells(1, a, b), sells(2, b, a), sells(3, a, c), sells(4, c, b), sells(5, b, a));
      // Another exchange may have recorded one.
      await store(sells(6, a, a));
      const pair = [b, a] as const;
      expect(await page({ pair })).toEqual({ uuids: [1, 2, 5].map(uuidOf), total: 3 });
      expect(await page({ pair: [a, b], inputToken: b })).toEqual({ uuids: [2, 5].map(uuidOf), total: 2 });
      const between = { from: at(2), to: at(5) };
      expect(await page({ pair, owner: AN_OWNER, ...between })).toEqual({ uuids: [uuidOf(2)], total: 1 });
      expect(await page({ pair, owner: ANOTHER_OWNER })).toEqual({ uuids: [], total: 0 });
      expect(await streamed(orders, { pair })).toEqual([1, 2, 5].map(uuidOf));
    });

    it('filters and continues by times of any year', async () => {
      const [past, future] = [new Date(-8.64e15), new Date(8.64e15)];
      const order = anOpenOrder({ uuid: uuidOf(1) });
      const position = { ...positionOf(order), createdAt: future };
      await store(order);
      const all = { uuids: [uuidOf(1)], total: 1 };
      expect(await page({ from: past, to: future })).toEqual(all);
      expect(await page({ sortOrder: 'desc', after: position })).toEqual(all);
      expect(await page({ from: future })).toEqual({ uuids: [], total: 0 });
      expect(await page({ to: past })).toEqual({ uuids: [], total: 0 });
      expect(await page({ after: position })).toEqual({ uuids: [], total: 1 });
    });

    it('streams more orders than one read returns', async () => {
      const many = Array.from({ length: 1203 }, (_, n) =>
        anOpenOrder({ uuid: uuidOf(n) }, { createdAt: at(Math.floor(n / 700)) }),
      );
      await Promise.all(many.map((order) => orders.insert(order)));
      expect(await streamed(orders)).toEqual(many.map(({ terms }) => terms.uuid));
    });

    it('streams each order once whatever their sizes', async () => {
      // Some orders are larger than a page; between them, some smaller ones share a page.
      const sizes = [10, 200_000, 150_000, 10, 40_000, 60_000, 50_000, 10, 140_000, 10];
      const many = sizes.map((size, n) =>
        anOpenOrder({ uuid: uuidOf(n), metadata: { note: 'ü'.repeat(size / 2) } }, { createdAt: at(n) }),
      );
      await Promise.all(many.map((order) => orders.insert(order)));
      expect(await streamed(orders)).toEqual(many.map(({ terms }) => terms.uuid));
      expect(await streamed(orders, { owner: AN_OWNER })).toHaveLength(many.length);
    });
  });
}

async function streamed(orders: OrderRepository, ...owner: Parameters<OrderRepository['stream']>) {
  const uuids: string[] = [];
  for await (const order of orders.stream(...owner)) uuids.push(order.terms.uuid);
  return uuids;
}
