import { describe, expect, it } from '@jest/globals';
import type { ListOrdersInput } from '../../../src/application/orders/read-orders.js';
import type { Order } from '../../../src/domain/order/order.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { AN_OWNER, anOpenOrder, uuidOf } from '../../support/builders.js';
import { coreHarness, HOST, signedInput, type CoreHarness } from '../../support/core-harness.js';
import { A_WALLET, ANOTHER_WALLET } from '../../support/signing.js';

const everything: ListOrdersInput = {
  status: 'all',
  sortBy: 'createdAt',
  sortOrder: 'asc',
  page: 1,
  limit: 50,
};
const numbers = (orders: readonly Order[]) => orders.map(({ terms }) => parseInt(terms.uuid.slice(-4), 16));

/** Orders 1 to 5 a second apart: 2 broadcasted, 3 cancelled, 4 of another owner. */
async function fiveOrders(): Promise<CoreHarness> {
  const harness = coreHarness();
  const { core, clock } = harness;
  for (let n = 1; n <= 5; n++) {
    const wallet = n === 4 ? ANOTHER_WALLET : A_WALLET;
    unwrap(await core.orders.place(signedInput({ uuid: uuidOf(n), wallet })));
    clock.advance(1000);
  }
  unwrap(await core.orders.execute({ ref: uuidOf(2), authorization: HOST }));
  unwrap(await core.orders.cancel({ ref: uuidOf(3), authorization: HOST }));
  return harness;
}

describe('core.orders.get', () => {
  it('finds an order by its uuid in any case', async () => {
    const { core } = await fiveOrders();
    const order = await core.orders.get(uuidOf(5).toUpperCase());
    expect(numbers([unwrap(order)])).toEqual([5]);
  });

  it.each([uuidOf(6), 'nonsense', '', 'client:bot-1'])('returns order-not-found for %j', async (ref) => {
    const { core } = await fiveOrders();
    expect(await core.orders.get(ref)).toEqual({ ok: false, error: { kind: 'order-not-found', ref } });
    expect(await core.orders.events(ref)).toEqual({ ok: false, error: { kind: 'order-not-found', ref } });
  });

  it('returns the events of an order, oldest first', async () => {
    const { core } = await fiveOrders();
    const events = unwrap(await core.orders.events(uuidOf(2)));
    expect(events.map(({ seq, type }) => [seq, type])).toEqual([
      [1, 'created'],
      [2, 'swap-stored'],
      [3, 'broadcasted'],
    ]);
    const { terms } = unwrap(await core.orders.get(uuidOf(2)));
    expect(JSON.stringify(events)).not.toContain(terms.signature);
  });
});

describe('core.orders.list', () => {
  it.each<[Partial<ListOrdersInput>, number[], number]>([
    [{}, [1, 2, 3, 4, 5], 5],
    [{ sortOrder: 'desc' }, [5, 4, 3, 2, 1], 5],
    [{ limit: 2 }, [1, 2], 5],
    [{ limit: 2, page: 3 }, [5], 5],
    [{ limit: 2, page: 4 }, [], 5],
    [{ status: 'open' }, [1, 2, 4, 5], 4],
    [{ status: 'broadcasted' }, [2], 1],
    [{ status: 'cancelled' }, [3], 1],
    [{ status: 'confirmed' }, [], 0],
    [{ status: 'ended' }, [3], 1],
    [{ owner: ANOTHER_WALLET.address }, [4], 1],
    [{ owner: A_WALLET.address, status: 'open' }, [1, 2, 5], 3],
    [{ sortBy: 'status' }, [1, 4, 5, 2, 3], 5],
    [{ sortBy: 'status', sortOrder: 'desc' }, [3, 2, 5, 4, 1], 5],
  ])('core.orders.list for %j returns the orders %j and total %d', async (input, found, total) => {
    const { core } = await fiveOrders();
    const page = unwrap(await core.orders.list({ ...everything, ...input }));
    expect({ found: numbers(page.orders), total: page.total }).toEqual({ found, total });
  });

  it('counts every order without a search, and 10,000 at most with one', async () => {
    const { core, ports } = coreHarness();
    for (let n = 1; n <= 10_001; n++) unwrap(await ports.orders.insert(anOpenOrder({ uuid: uuidOf(n) })));
    expect(unwrap(await core.orders.list(everything))).toHaveProperty('total', 10_001);
    const found = unwrap(await core.orders.list({ ...everything, search: AN_OWNER }));
    expect(found).toMatchObject({ total: 10_000, totalIsLowerBound: true });
  });

  it('lists the newest ten by default', async () => {
    const { core } = await fiveOrders();
    expect(numbers(unwrap(await core.orders.list({})).orders)).toEqual([5, 4, 3, 2, 1]);
  });

  it.each([
    ['sortOrder', 'desc, (SELECT 1)', 'one of asc, desc'],
    ['sortOrder', 'DESC', 'one of asc, desc'],
    ['sortBy', 'owner', 'one of createdAt, status'],
    ['status', ['open'], 'one of all, open, broadcasted'],
    ['page', 0, 'a whole number from 1 to'],
    ['page', '2', 'a whole number from 1 to'],
    ['limit', 51, 'a whole number from 1 to 50'],
    ['limit', Number.NaN, 'a whole number from 1 to 50'],
    ['search', 5, 'a text'],
  ])('throws a RangeError for a %s of %j, which no type allows', async (name, value, wanted) => {
    const { core } = await fiveOrders();
    await expect(core.orders.list({ [name]: value })).rejects.toThrow(
      new RegExp(`^${name} must be ${wanted}`),
    );
  });

  it('refuses an owner that is not an address', async () => {
    const { core } = await fiveOrders();
    const owner = A_WALLET.mainnetAddress;
    const error = { kind: 'invalid-owner', reason: 'must be a devnet address' };
    expect(await core.orders.list({ ...everything, owner })).toEqual({ ok: false, error });
    expect(core.orders.stream({ owner })).toEqual({ ok: false, error });
  });
});

describe('core.orders.count', () => {
  it('returns the number of orders in each status', async () => {
    const { core } = await fiveOrders();
    expect(await core.orders.count()).toEqual({
      open: 3,
      broadcasted: 1,
      confirmed: 0,
      failed: 0,
      cancelled: 1,
    });
  });
});

describe('core.orders.stream', () => {
  const collect = async ({ core }: CoreHarness, owner?: string) => {
    const orders: Order[] = [];
    const stream = core.orders.stream(owner === undefined ? {} : { owner });
    for await (const order of unwrap(stream)) orders.push(order);
    return numbers(orders);
  };

  it('returns every order, or every order of one owner', async () => {
    const harness = await fiveOrders();
    expect(await collect(harness)).toEqual([1, 2, 3, 4, 5]);
    expect(await collect(harness, A_WALLET.address)).toEqual([1, 2, 3, 5]);
  });
});
