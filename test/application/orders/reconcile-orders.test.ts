import { describe, expect, it } from '@jest/globals';
import { reconcileOrders } from '../../../src/application/orders/reconcile-orders.js';
import type { RawTransaction, Txid } from '../../../src/domain/order/ids.js';
import { ok, unwrap } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import type { PastBlocks } from '../../../src/ports/index.js';
import { uuidOf } from '../../support/builders.js';
import { coreHarness, HOST, type CoreHarness } from '../../support/core-harness.js';
import { orderOf, place } from '../../support/order-steps.js';

/** Every spent order was paid by a transaction of its own; `traced`: the chain shows it. */
const pastBlocks = (harness: CoreHarness, traced = true): PastBlocks => ({
  tipAt: async (height) => ok({ height, id: '' }),
  swapIn: async (_height, { uuid }) => {
    const n = [1, 2, 3].find((each) => uuidOf(each) === uuid)!;
    const { recipient, outputToken } = (await orderOf(harness, n)).terms;
    const mined = { blockHeight: 90, blockTime: 1_800_000_000, feeUstx: toUnits(500n) };
    return ok(
      traced
        ? {
            txid: `${n}`.repeat(64) as Txid,
            sender: recipient,
            nonce: 7n,
            feeUstx: toUnits(500n),
            raw: '00' as RawTransaction,
            vaults: [],
            outputToken,
            recipient,
            status: { kind: 'success', amountOut: toUnits(990_000n), ...mined },
          }
        : undefined,
    );
  },
  isRevokedIn: async () => ok(false),
});

/** Three orders: open and unpaid, open and paid, cancelled and paid. */
async function threeOrders() {
  const harness = coreHarness();
  for (const n of [1, 2, 3]) await place(harness, n);
  unwrap(await harness.core.orders.cancel({ ref: uuidOf(3), authorization: HOST }));
  harness.spentOrders.spend(uuidOf(2));
  harness.spentOrders.spend(uuidOf(3));
  return harness;
}
const statuses = async (harness: CoreHarness) =>
  Promise.all([1, 2, 3].map(async (n) => (await orderOf(harness, n)).status));

describe('orders compared with the chain', () => {
  it('are confirmed if the chain has paid them', async () => {
    const harness = await threeOrders();
    const ports = { ...harness.ports, pastBlocks: pastBlocks(harness) };
    expect(await reconcileOrders(ports, { ended: false })).toEqual(
      ok({ checked: 2, corrected: 1, untraced: 0 }),
    );
    expect(await statuses(harness)).toEqual(['open', 'confirmed', 'cancelled']);
    expect(await reconcileOrders(ports, { ended: false })).toEqual(
      ok({ checked: 1, corrected: 0, untraced: 0 }),
    );
  });

  it('include those that ended, if asked to', async () => {
    const harness = await threeOrders();
    const ports = { ...harness.ports, pastBlocks: pastBlocks(harness) };
    expect(await reconcileOrders(ports, { ended: true })).toEqual(
      ok({ checked: 3, corrected: 2, untraced: 0 }),
    );
    expect(await statuses(harness)).toEqual(['open', 'confirmed', 'confirmed']);
  });

  it('end if something else has spent them in a final block', async () => {
    const harness = await threeOrders();
    const ports = { ...harness.ports, pastBlocks: pastBlocks(harness, false) };
    expect(await reconcileOrders(ports, { ended: false })).toEqual(
      ok({ checked: 2, corrected: 1, untraced: 0 }),
    );
    expect(await statuses(harness)).toEqual(['open', 'failed', 'cancelled']);
  });

  it('stay as they are if the chain does not show what spent them, and the block is not final', async () => {
    const harness = await threeOrders();
    harness.chain.height = 20;
    const ports = { ...harness.ports, pastBlocks: pastBlocks(harness, false) };
    expect(await reconcileOrders(ports, { ended: false })).toEqual(
      ok({ checked: 2, corrected: 0, untraced: 1 }),
    );
    expect(await statuses(harness)).toEqual(['open', 'open', 'cancelled']);
  });

  it('are left alone when the chain cannot be reached', async () => {
    const harness = await threeOrders();
    harness.chain.cut('tip');
    expect(await reconcileOrders(harness.ports, { ended: true })).toMatchObject({
      ok: false,
      error: { kind: 'chain-unreachable' },
    });
    expect(await statuses(harness)).toEqual(['open', 'open', 'cancelled']);
  });
});
