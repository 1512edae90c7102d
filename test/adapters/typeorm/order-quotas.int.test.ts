import { afterEach, describe, expect, it } from '@jest/globals';
import type { AnyOrder } from '../../../src/domain/order/terms/draft.js';
import { FIXED_ORDER_BYTES, type OrderQuotas } from '../../../src/domain/order/limits/quotas.js';
import { importOrders } from '../../../src/application/orders/import-orders.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { T0, uuidOf } from '../../support/builders.js';
import { coreHarness, HOST, ROUTER_V2, signedInput, type CoreHarness } from '../../support/core-harness.js';
import { harnesses, type OpenedStorage } from '../../support/harnesses.js';
import { ANOTHER_WALLET } from '../../support/signing.js';

const DAY_MS = 24 * 60 * 60 * 1000;

const body = (n: number, fields: AnyOrder = {}) => signedInput({ uuid: uuidOf(n), fields });
const bodies = (count: number, from = 1) => Array.from({ length: count }, (_, n) => body(from + n));

describe.each(harnesses)('quotas of orders on $name', (adapter) => {
  let storage: OpenedStorage;
  let harness: CoreHarness;

  const open = async (quotas: OrderQuotas) => {
    storage = await adapter.open();
    harness = coreHarness({ storage: storage.ports, settings: { quotas } });
  };
  afterEach(() => storage.close());

  const place = async (input: AnyOrder) => {
    const placed = await harness.core.orders.placeJson(input);
    return placed.ok ? 'stored' : placed.error;
  };
  const placeAll = (inputs: readonly AnyOrder[]) => Promise.all(inputs.map(place));
  const cancel = (n: number) => harness.core.orders.cancel({ ref: uuidOf(n), authorization: HOST });
  const stored = async () => {
    const { open: openNow, cancelled } = await harness.core.orders.count();
    return [openNow, cancelled];
  };

  it('stores as many open orders of one owner as the quota says, however many come at once', async () => {
    await open({ openOrders: 5 });
    const refusal = { kind: 'open-quota-exceeded', of: 'orders', used: 6, limit: 5 };
    const results = await placeAll(bodies(20));
    expect(results.filter((result) => result === 'stored')).toHaveLength(5);
    expect(results.filter((result) => result !== 'stored')).toEqual(
      Array.from({ length: 15 }, () => refusal),
    );
    expect(await stored()).toEqual([5, 0]);

    const first = results.indexOf('stored') + 1;
    // A retry stores nothing, and another owner has a quota of its own.
    expect(await place(body(first))).toBe('stored');
    expect(await place(signedInput({ uuid: uuidOf(50), wallet: ANOTHER_WALLET }))).toBe('stored');
    expect(await place(body(60))).toEqual(refusal);
    unwrap(await cancel(first));
    expect(await place(body(60))).toBe('stored');
  });

  it('bounds the bytes of an owner’s open orders, and of one order', async () => {
    await open({ openBytes: 30_000, orderBytes: 12_000 });
    const large = { note: 'x'.repeat(9_000) };
    expect(await placeAll([body(1, large), body(2, large)])).toEqual(['stored', 'stored']);
    expect(await place(body(3, large))).toMatchObject({
      kind: 'open-quota-exceeded',
      of: 'bytes',
      limit: 30_000,
    });
    expect(await place(body(3))).toBe('stored');
    expect(await place(body(4, { note: 'x'.repeat(12_000) }))).toMatchObject({
      kind: 'order-too-large',
      limit: 12_000,
    });
  });

  it('stops an owner who places and cancels without end, until the next day', async () => {
    await open({ openOrders: 2, dailyOrders: 6 });
    for (let n = 1; n <= 6; n++) {
      expect(await place(body(n))).toBe('stored');
      unwrap(await cancel(n));
    }
    const msLeft = DAY_MS / 2;
    const refusal = { kind: 'daily-quota-exceeded', of: 'orders', used: 7, limit: 6, msLeft };
    expect(await place(body(7))).toEqual(refusal);
    expect(await place(body(6))).toBe('stored');
    expect(await stored()).toEqual([0, 6]);
    harness.clock.advance(msLeft);
    await harness.core.maintenance.tidy();
    expect(await place(body(7))).toBe('stored');
  });

  it('bounds the bytes that an owner places in a day', async () => {
    await open({ dailyBytes: 2 * FIXED_ORDER_BYTES + 1_000 });
    expect(await placeAll(bodies(2))).toEqual(['stored', 'stored']);
    expect(await place(body(3))).toMatchObject({ kind: 'daily-quota-exceeded', of: 'bytes' });
  });

  it('counts the orders of batches, and stores nothing of an atomic one that would exceed a quota', async () => {
    await open({ openOrders: 3 });
    const batch = async (orders: readonly AnyOrder[], atomic: boolean) =>
      (await harness.core.orders.placeJsonBatch({ orders, atomic })).map((result) =>
        result.ok ? 'stored' : result.error.kind,
      );
    const refused = ['batch-refused', 'batch-refused', 'batch-refused', 'open-quota-exceeded'];
    expect(await batch(bodies(4), true)).toEqual(refused);
    expect(await stored()).toEqual([0, 0]);
    expect(await batch(bodies(4), false)).toEqual(['stored', 'stored', 'stored', 'open-quota-exceeded']);
  });

  it('does not limit an import', async () => {
    await open({ openOrders: 1, dailyOrders: 1, orderBytes: 1 });
    async function* records() {
      for (const [n, input] of bodies(3).entries())
        yield {
          where: `line ${n}`,
          value: { ...input, router: ROUTER_V2, status: 'open', createdAt: T0.toISOString() },
        };
    }
    const report = await importOrders(harness.ports, records(), {
      dryRun: false,
      refused: async () => undefined,
    });
    expect(report).toMatchObject({ records: 3, open: 3 });
  });
});
