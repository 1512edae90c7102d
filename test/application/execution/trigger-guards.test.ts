import { describe, expect, it } from '@jest/globals';
import type { AnyOrder } from '../../../src/domain/order/terms/draft.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { uuidOf } from '../../support/builders.js';
import { DOLLAR, POOL, reserves, SIDE_POOL, WELSH, type CoreHarness } from '../../support/core-harness.js';
import { evaluationOf, pass, recordPrices, waitingOf, whenAbove } from '../../support/executor-steps.js';
import { orderOf, placed } from '../../support/order-steps.js';

const GUARDED = { minLiquidityUsd: 1_000, confirmBlocks: 2 };
const UNGUARDED = { minLiquidityUsd: 0, confirmBlocks: 0 };
const RUN_MS = 300_000;
const BLOCK_MS = 5_000;
const TRILLION = 10n ** 12n;

/** WELSH costs a dollar until the whale quadruples it; the order wants 1.5. */
const guarded = (fields: AnyOrder = {}, settings: object = GUARDED) =>
  placed({ ...whenAbove(WELSH, '1.5'), maxPriceImpact: 1, ...fields }, { settings });

const setPools = ({ liquidity }: CoreHarness, welsh: bigint, dollars: bigint) => {
  liquidity.held.set(POOL, reserves(welsh, dollars));
  liquidity.held.set(SIDE_POOL, reserves(welsh, dollars));
};
const push = (harness: CoreHarness) => setPools(harness, TRILLION / 2n, 2n * TRILLION);
const release = (harness: CoreHarness) => setPools(harness, TRILLION, TRILLION);

/** The price run of the next grid point. */
async function run({ clock, core }: CoreHarness): Promise<void> {
  clock.set(new Date(Math.floor(clock.now().getTime() / RUN_MS) * RUN_MS + RUN_MS));
  unwrap(await core.prices.record());
}

/** A block later; then the executor passes. */
async function nextBlock(harness: CoreHarness) {
  harness.chain.height += 1;
  harness.clock.advance(BLOCK_MS);
  return pass(harness);
}

const statusOf = async (harness: CoreHarness) => (await orderOf(harness)).status;

describe('a price that a whale moves for one run and one block', () => {
  async function attack(harness: CoreHarness): Promise<void> {
    push(harness);
    await run(harness);
    await pass(harness);
    release(harness);
    for (let n = 0; n < 20; n++) await nextBlock(harness);
    await run(harness);
    for (let n = 0; n < 5; n++) await nextBlock(harness);
  }

  it.each<[string, AnyOrder]>([
    ['no guard of its own', {}],
    ['one block', { confirm: { blocks: 1 } }],
    ['two runs', { confirm: { runs: 2 } }],
    ['an average over 30 minutes', { confirm: { minutes: 30 } }],
  ])('does not send an order with %s', async (_, fields) => {
    const harness = await guarded(fields);
    await run(harness);
    await attack(harness);
    expect(await statusOf(harness)).toBe('open');
    expect(harness.chain.sent).toEqual([]);
  });

  it('sends an order that asked for no confirmation, which shows that the guard holds the others', async () => {
    const harness = await guarded({ confirm: { blocks: 0 } });
    await attack(harness);
    expect(await statusOf(harness)).toBe('broadcasted');
  });

  it('does not send the order when the whale comes back in the next run, for a block each time', async () => {
    const harness = await guarded();
    for (let n = 0; n < 4; n++) await attack(harness);
    expect(await statusOf(harness)).toBe('open');
  });
});

describe('a price that stays', () => {
  it('sends the order once it is met on the reserves of two later blocks, and shows how many there are', async () => {
    const harness = await guarded();
    push(harness);
    await run(harness);
    expect(await pass(harness)).toMatchObject({ attempts: { 'waiting-confirmation': 1 } });
    const figures = { confirm: 2, unit: 'blocks' };
    expect(await evaluationOf(harness)).toMatchObject({
      state: 'waiting',
      reason: 'waiting-confirmation',
      confirmed: 0,
      ...figures,
    });
    await nextBlock(harness);
    expect(await statusOf(harness)).toBe('open');
    // The executor has not looked at the order again, and the count goes up all the same.
    expect(await evaluationOf(harness)).toMatchObject({ confirmed: 1, ...figures });
    await nextBlock(harness);
    expect(await statusOf(harness)).toBe('broadcasted');
  });

  it('counts no block twice: passes without a new block confirm nothing', async () => {
    const harness = await guarded();
    push(harness);
    await run(harness);
    for (let n = 0; n < 20; n++) {
      await pass(harness);
      harness.clock.advance(BLOCK_MS);
    }
    expect(await statusOf(harness)).toBe('open');
  });

  it('begins again after a restart', async () => {
    const harness = await guarded();
    push(harness);
    await run(harness);
    await pass(harness);
    await nextBlock(harness);
    const { createCore } = await import('../../../src/application/core.js');
    const restarted = { ...harness, core: createCore(harness.ports, GUARDED) };
    for (const status of ['open', 'open', 'broadcasted']) {
      harness.clock.advance(2 * BLOCK_MS);
      await nextBlock(restarted);
      expect(await statusOf(harness)).toBe(status);
    }
  });

  it('sends an order that wants three runs in the third', async () => {
    const harness = await guarded({ confirm: { runs: 3 } });
    push(harness);
    for (const confirmed of [1, 2]) {
      await run(harness);
      await pass(harness);
      expect(await evaluationOf(harness)).toMatchObject({ confirmed, confirm: 3, unit: 'runs' });
    }
    await run(harness);
    await pass(harness);
    expect(await statusOf(harness)).toBe('broadcasted');
  });

  it('sends an order that wants an average once the average is there', async () => {
    const harness = await guarded({ ...whenAbove(WELSH, '2'), confirm: { minutes: 15 } });
    push(harness);
    for (const usd of [1, 1, 2.5]) await recordPrices(harness, { [WELSH]: usd });
    await pass(harness);
    expect(await evaluationOf(harness)).toMatchObject({ unit: 'minutes', confirmed: 15, average: '1.5' });
    await recordPrices(harness, { [WELSH]: 2.5 });
    await pass(harness);
    expect(await statusOf(harness)).toBe('broadcasted');
  });
});

describe('a price that only the pool meets through which the order would trade', () => {
  const ownPool = ({ liquidity }: CoreHarness, welsh: bigint, dollars: bigint) =>
    liquidity.held.set(POOL, reserves(welsh, dollars));
  const pushOwn = (harness: CoreHarness) => ownPool(harness, TRILLION / 2n, 2n * TRILLION);
  const releaseOwn = (harness: CoreHarness) => ownPool(harness, TRILLION, TRILLION);

  /** Two pools of a million dollars each; the whale has moved the one that gives the order the most. */
  async function moved(fields: AnyOrder = {}, settings: object = GUARDED): Promise<CoreHarness> {
    const harness = await guarded(fields, settings);
    release(harness);
    pushOwn(harness);
    await run(harness);
    await pass(harness);
    return harness;
  }

  const mine = async (harness: CoreHarness, blocks: number) => {
    for (let n = 0; n < blocks; n++) await nextBlock(harness);
  };

  /** Runs until the order is sent; returns how many it took. */
  async function runsUntilSent(harness: CoreHarness, most: number): Promise<number> {
    for (let n = 1; n <= most; n++) {
      await run(harness);
      await pass(harness);
      if ((await statusOf(harness)) === 'broadcasted') return n;
    }
    return Infinity;
  }

  it('does not send the order when its usual time is over, says why once, and shows the figures', async () => {
    const harness = await moved();
    await mine(harness, 9);
    expect(await statusOf(harness)).toBe('open');
    const figures = { pools: [POOL], confirm: 10, unit: 'blocks' };
    expect(await evaluationOf(harness)).toMatchObject({
      state: 'waiting',
      reason: 'own-pool',
      confirmed: 9,
      ratioWithout: expect.stringMatching(/^0\.99/),
      ...figures,
    });
    expect(await waitingOf(harness)).toEqual([
      expect.objectContaining({ reason: 'own-pool', confirmed: 0, ...figures }),
    ]);
    releaseOwn(harness);
    await mine(harness, 20);
    expect(await statusOf(harness)).toBe('open');
    expect(harness.chain.sent).toEqual([]);
  });

  it('shows from the start how many blocks it needs, and counts each of them', async () => {
    const harness = await moved();
    for (let confirmed = 0; confirmed < 10; confirmed++) {
      const figures = { confirmed, confirm: 10, unit: 'blocks', pools: [POOL] };
      expect(await evaluationOf(harness)).toMatchObject({ reason: 'own-pool', ...figures });
      await nextBlock(harness);
    }
    expect(await statusOf(harness)).toBe('broadcasted');
  });

  it('sends the order after five times its usual time', async () => {
    const harness = await moved();
    await mine(harness, 9);
    expect(await statusOf(harness)).toBe('open');
    await mine(harness, 1);
    expect(await statusOf(harness)).toBe('broadcasted');
  });

  it('counts across runs, so that the longest confirmation ends as well', async () => {
    const harness = await moved({ confirm: { blocks: 100 } });
    for (let block = 1; block < 500; block++) {
      await nextBlock(harness);
      if (block % 59 === 0) await run(harness);
    }
    expect(await statusOf(harness)).toBe('open');
    // The eight blocks at which a run was seen count as runs.
    await mine(harness, 9);
    expect(await statusOf(harness)).toBe('broadcasted');
  });

  it.each([
    [{ runs: 2 }, 10],
    [{ minutes: 10 }, 9],
  ])(
    'sends an order with confirm %j in run %d, the first that has moved the price included',
    async (confirm, runs) => {
      const harness = await moved({ confirm });
      expect(1 + (await runsUntilSent(harness, 20))).toBe(runs);
    },
  );

  it('sends the order at once when the other pools follow', async () => {
    const harness = await moved();
    await mine(harness, 2);
    expect(await evaluationOf(harness)).toMatchObject({ reason: 'own-pool' });
    push(harness);
    await mine(harness, 2);
    expect(await statusOf(harness)).toBe('broadcasted');
  });

  it('sends the order after its usual time when the market has really moved', async () => {
    const harness = await guarded();
    push(harness);
    await run(harness);
    await pass(harness);
    await mine(harness, 2);
    expect(await statusOf(harness)).toBe('broadcasted');
    expect(await waitingOf(harness)).toEqual([]);
  });

  it('holds the order as long when no other pool prices the token', async () => {
    const harness = await guarded();
    setPools(harness, TRILLION / 2n, 2n * TRILLION);
    harness.liquidity.held.set(SIDE_POOL, reserves(0n, 0n));
    await run(harness);
    await pass(harness);
    await mine(harness, 2);
    const held = await evaluationOf(harness);
    expect(held).toMatchObject({ reason: 'own-pool', confirmed: 2, confirm: 10, pools: [POOL] });
    expect(held).not.toHaveProperty('ratioWithout');
    await mine(harness, 8);
    expect(await statusOf(harness)).toBe('broadcasted');
  });

  it('ignores other pools that hold less than the trigger’s minimum, which cost nothing to move', async () => {
    const harness = await moved({ minLiquidityUsd: 900 });
    harness.liquidity.held.set(SIDE_POOL, reserves(200_000_000n, 800_000_000n));
    await mine(harness, 9);
    const figures = { ratioWithout: expect.stringMatching(/^3\.9/), minLiquidityUsd: 900 };
    const held = await evaluationOf(harness);
    expect(held).toMatchObject({ reason: 'own-pool', ...figures });
    expect(held?.reason === 'own-pool' ? held.liquidityUsd : undefined).toBeCloseTo(800, -2);
    expect(await statusOf(harness)).toBe('open');
  });

  it('sends the order at once when its owner, or the operator, wants no confirmation', async () => {
    const waived = await moved({ confirm: { blocks: 0 } });
    const usual = await moved({}, UNGUARDED);
    expect([await statusOf(waived), await statusOf(usual)]).toEqual(['broadcasted', 'broadcasted']);
  });

  it('waits while the market cannot be read, and is not taken for confirmed by it', async () => {
    const harness = await guarded({ confirm: { runs: 1 } });
    push(harness);
    await run(harness);
    harness.clock.advance(2 * BLOCK_MS);
    harness.liquidity.unreachable = true;
    expect(await pass(harness)).toMatchObject({ attempts: { 'waiting-confirmation': 1 } });
    harness.liquidity.unreachable = false;
    await nextBlock(harness);
    expect(await statusOf(harness)).toBe('broadcasted');
    expect(await waitingOf(harness)).toEqual([]);
  });

  it('costs no read of the chain: the guard computes with what the sending reads', async () => {
    const readingsOf = async (confirm: object, blocks: number) => {
      const harness = await guarded({ confirm });
      push(harness);
      await run(harness);
      if (blocks > 0) await pass(harness);
      await mine(harness, blocks - 1);
      harness.chain.height += 1;
      harness.clock.advance(BLOCK_MS);
      harness.liquidity.readings.length = 0;
      await pass(harness);
      expect(await statusOf(harness)).toBe('broadcasted');
      return harness.liquidity.readings.length;
    };
    expect(await readingsOf({ blocks: 2 }, 2)).toBe(await readingsOf({ blocks: 0 }, 0));
  });
});

describe('a trigger whose token has little in pools', () => {
  const dollars = { [WELSH]: 3, [DOLLAR]: 1 };

  it('does not fire, says so once in the log, and shows the figures', async () => {
    const harness = await guarded({ minLiquidityUsd: 3_000.5, confirm: { blocks: 0 } });
    for (let n = 0; n < 3; n++) {
      await recordPrices(harness, dollars);
      expect(await pass(harness)).toMatchObject({ attempts: { 'low-liquidity': 1 } });
    }
    const figures = { liquidityUsd: 3_000, minLiquidityUsd: 3_000.5 };
    expect(await waitingOf(harness)).toEqual([{ reason: 'low-liquidity', ...figures }]);
    const held = { state: 'held', reason: 'low-liquidity', token: WELSH, ...figures };
    expect(await evaluationOf(harness)).toMatchObject(held);
    expect(harness.chain.sent).toEqual([]);
  });

  it('does not fire when that is its base asset', async () => {
    const harness = await guarded({ baseAsset: DOLLAR, minLiquidityUsd: 2_000, confirm: { blocks: 0 } });
    await recordPrices(harness, dollars);
    await pass(harness);
    expect(await evaluationOf(harness)).toMatchObject({ reason: 'low-liquidity', token: DOLLAR });
  });

  it('fires at exactly the amount, and by the setting when the order names none', async () => {
    const exact = await guarded({ minLiquidityUsd: 3_000, confirm: { blocks: 0 } });
    const usual = await guarded({ confirm: { blocks: 0 } }, { ...UNGUARDED, minLiquidityUsd: 3_001 });
    for (const harness of [exact, usual]) {
      await recordPrices(harness, dollars);
      await pass(harness);
    }
    expect([await statusOf(exact), await statusOf(usual)]).toEqual(['broadcasted', 'open']);
  });

  it('is sent by its owner anyway', async () => {
    const harness = await guarded({ minLiquidityUsd: 1e9 });
    unwrap(await harness.core.orders.execute({ ref: uuidOf(1), authorization: { by: 'host' } }));
    expect(await statusOf(harness)).toBe('broadcasted');
  });
});
