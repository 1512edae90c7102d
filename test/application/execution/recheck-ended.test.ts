import { describe, expect, it } from '@jest/globals';
import { createCore } from '../../../src/application/core.js';
import type { AnyOrder } from '../../../src/domain/order/terms/draft.js';
import type { OrderUuid, RawTransaction, Txid } from '../../../src/domain/order/ids.js';
import type { OrderTerms } from '../../../src/domain/order/order.js';
import type { Address } from '../../../src/domain/shared/address.js';
import { err, ok, unwrap } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import type { ChainTip, PastBlocks, SpentOrders } from '../../../src/ports/index.js';
import { T0, uuidOf } from '../../support/builders.js';
import { coreHarness, DOLLAR, HOST, type CoreHarness } from '../../support/core-harness.js';
import { AT_ONCE, pass, whenAbove } from '../../support/executor-steps.js';
import { execute, orderOf, place, settle, typesOf } from '../../support/order-steps.js';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const AGES = [0, 15 * MINUTE, 4 * HOUR, 3 * DAY, 30 * DAY];
const PAID_BY = 'ab'.repeat(32) as Txid;
const PER_MINUTE = 4;

/** A core that can trace what a stranger mined, with a record of the verifier's reads. */
function watched() {
  const harness = coreHarness();
  const { spentOrders, chain } = harness;
  const reads: OrderUuid[] = [];
  const silent = new Set<OrderUuid>();
  const counting: SpentOrders = {
    isSpent: async (terms: Pick<OrderTerms, 'uuid'>, _at: ChainTip) => {
      reads.push(terms.uuid);
      if (silent.has(terms.uuid)) return err({ kind: 'chain-unreachable', reason: 'no word' });
      return spentOrders.isSpent(terms);
    },
  };
  const pastBlocks: PastBlocks = {
    tipAt: async (height) => ok({ height, id: '' }),
    swapIn: async (_height, { uuid }) => ok(minedFor((await orderOf(harness, numberOf(uuid))).terms.owner)),
    isRevokedIn: async () => ok(false),
  };
  const ports = { ...harness.ports, spentOrders: counting, pastBlocks };
  const opened = () => createCore(ports, { ownerInFlight: 1_000, minLiquidityUsd: 0, confirmBlocks: 0 });
  return { ...harness, core: opened(), reads, silent, chain, restart: opened };
}

const numberOf = (uuid: OrderUuid) =>
  Array.from({ length: 500 }, (_, n) => n + 1).find((n) => uuidOf(n) === uuid)!;

const minedFor = (recipient: Address) => ({
  txid: PAID_BY,
  sender: recipient,
  nonce: 7n,
  feeUstx: toUnits(500n),
  raw: '00' as RawTransaction,
  vaults: [],
  outputToken: DOLLAR,
  recipient,
  status: {
    kind: 'success' as const,
    amountOut: toUnits(990_000n),
    feeUstx: toUnits(500n),
    blockHeight: 90,
    blockTime: 1_800_000_000,
  },
});

const cancel = async ({ core }: Pick<CoreHarness, 'core'>, n = 1) =>
  unwrap(await core.orders.cancel({ ref: uuidOf(n), authorization: HOST }));

const recheck = async ({ core }: Pick<CoreHarness, 'core'>) => unwrap(await core.execution.recheckEnded());

const atAge = ({ clock }: CoreHarness, ms: number) => clock.set(new Date(T0.getTime() + ms));

describe('an order that is paid by a transaction which is not ours, and has ended here', () => {
  it.each<[string, AnyOrder, (harness: ReturnType<typeof watched>) => Promise<unknown>]>([
    ['was cancelled by its owner', {}, (harness) => cancel(harness)],
    [
      'has expired',
      { validTo: new Date(T0.getTime() + MINUTE).toISOString() },
      (harness) => (harness.clock.advance(MINUTE), pass(harness)),
    ],
    ['is too old', {}, (harness) => (harness.clock.advance(90 * DAY), pass(harness))],
    [
      'lost to a sibling',
      { ...whenAbove(DOLLAR, '2'), strategyId: 'pair', metadata: { oco: true } },
      async (harness) => {
        await place(harness, 2, { ...AT_ONCE, strategyId: 'pair', metadata: { oco: true } });
        return pass(harness);
      },
    ],
    [
      'failed',
      {},
      async (harness) => {
        harness.chain.abort(unwrap(await execute(harness)).txid, 'abort_by_response');
        return settle(harness);
      },
    ],
  ])('is confirmed with that transaction when it %s', async (_, fields, end) => {
    const harness = watched();
    await place(harness, 1, fields);
    await end(harness);
    expect(['cancelled', 'failed']).toContain((await orderOf(harness)).status);
    harness.spentOrders.spend(uuidOf(1));
    expect(await recheck(harness)).toMatchObject({ corrected: 1 });
    expect(await orderOf(harness)).toMatchObject({
      status: 'confirmed',
      txid: PAID_BY,
      executedAmountOut: 990_000n,
    });
    expect((await typesOf(harness)).slice(-2)).toEqual(['corrected', 'confirmed']);
  });

  it.each(AGES.slice(1))(
    'is confirmed when it is paid after its end and before it is %d ms old',
    async (age) => {
      const harness = watched();
      await place(harness);
      await cancel(harness);
      for (const earlier of AGES.filter((each) => each < age)) {
        atAge(harness, earlier);
        await recheck(harness);
      }
      harness.spentOrders.spend(uuidOf(1));
      atAge(harness, age - 1);
      expect(await recheck(harness)).toMatchObject({ corrected: 0 });
      atAge(harness, age + MINUTE);
      expect(await recheck(harness)).toMatchObject({ corrected: 1 });
      expect(await orderOf(harness)).toMatchObject({ status: 'confirmed', txid: PAID_BY });
    },
  );

  it('is confirmed with its own swap when it failed in a block that was orphaned', async () => {
    const harness = watched();
    await place(harness);
    const { txid } = unwrap(await execute(harness));
    harness.chain.abort(txid, 'abort_by_response');
    await settle(harness);
    harness.chain.mine(txid, 990_000n);
    harness.spentOrders.spend(uuidOf(1));
    expect(await recheck(harness)).toMatchObject({ corrected: 1 });
    expect(await orderOf(harness)).toMatchObject({ status: 'confirmed', txid, executedAmountOut: 990_000n });
    expect((await typesOf(harness)).slice(-3)).toEqual(['failed', 'orphaned', 'confirmed']);
  });

  it('is confirmed after a restart, which compares every order of the last 30 days once', async () => {
    const harness = watched();
    for (const n of [1, 2, 3]) {
      await place(harness, n);
      await cancel(harness, n);
      harness.clock.advance(10 * DAY);
    }
    harness.spentOrders.spend(uuidOf(1));
    harness.spentOrders.spend(uuidOf(3));
    harness.clock.advance(1);
    const restarted = { ...harness, core: harness.restart() };
    expect(await recheck(restarted)).toEqual({ checked: 2, corrected: 1, unanswered: 0 });
    harness.clock.advance(MINUTE);
    expect(await recheck(restarted)).toMatchObject({ checked: 0 });
    const statuses = await Promise.all([1, 2, 3].map(async (n) => (await orderOf(harness, n)).status));
    expect(statuses).toEqual(['cancelled', 'cancelled', 'confirmed']);
  });
});

describe('what the comparison of ended orders costs', () => {
  const ended = async (harness: CoreHarness, count: number) => {
    for (let n = 1; n <= count; n++) {
      await place(harness, n);
      await cancel(harness, n);
    }
  };

  it('is nothing while no order has ended, and nothing more for a cancel', async () => {
    const harness = watched();
    await recheck(harness);
    await ended(harness, 1);
    expect([harness.chain.calls, harness.reads]).toEqual([[], []]);
  });

  it('is a bounded number of reads a minute, and each order is read once at each age', async () => {
    const harness = watched();
    await ended(harness, 10);
    const seen: number[] = [];
    for (let minute = 0; minute < 5; minute++) {
      await recheck(harness);
      await recheck(harness);
      seen.push(harness.reads.length);
      harness.clock.advance(MINUTE);
    }
    expect(seen).toEqual([PER_MINUTE, 2 * PER_MINUTE, 10, 10, 10]);
    expect(new Set(harness.reads).size).toBe(10);
  });

  it('does not make one age wait for another, even if more orders are due at each than a minute compares', async () => {
    const harness = watched();
    for (const [n, age] of [...AGES].reverse().entries()) {
      harness.clock.set(new Date(T0.getTime() + 31 * DAY - age));
      for (let order = 1; order <= 40; order++) {
        await place(harness, 40 * n + order);
        await cancel(harness, 40 * n + order);
      }
    }
    harness.clock.set(new Date(T0.getTime() + 31 * DAY));
    const restarted = { ...harness, core: harness.restart() };
    for (let minute = 0; minute < 20; minute++) {
      await recheck(restarted);
      harness.clock.advance(MINUTE);
    }
    const groups = harness.reads.map((uuid) => Math.floor((numberOf(uuid) - 1) / 40));
    const perGroup = [0, 1, 2, 3].map((group) => groups.filter((each) => each === group).length);
    // The oldest are due at the last two ages.
    expect(perGroup).toEqual([32, 16, 16, 16]);
  });
});

describe('a chain that does not say whether an ended order is paid', () => {
  it('makes the comparison wait, and loses no order', async () => {
    const harness = watched();
    await place(harness);
    await cancel(harness);
    harness.spentOrders.spend(uuidOf(1));
    harness.chain.cut('tip');
    for (let minute = 0; minute < 10; minute++) {
      expect(await harness.core.execution.recheckEnded()).toMatchObject({ ok: false });
      harness.clock.advance(MINUTE);
    }
    harness.chain.mend();
    expect(await recheck(harness)).toMatchObject({ corrected: 1 });
  });

  it('blocks the orders after it for three passes at most', async () => {
    const harness = watched();
    for (const n of [1, 2]) {
      await place(harness, n);
      await cancel(harness, n);
      harness.clock.advance(1);
    }
    harness.silent.add(uuidOf(1));
    harness.spentOrders.spend(uuidOf(2));
    for (let n = 0; n < 2; n++) {
      expect(await harness.core.execution.recheckEnded()).toMatchObject({ ok: false });
      harness.clock.advance(MINUTE);
    }
    expect(await recheck(harness)).toEqual({ checked: 1, corrected: 1, unanswered: 1 });
    expect(await orderOf(harness)).toMatchObject({ status: 'cancelled' });
  });
});
