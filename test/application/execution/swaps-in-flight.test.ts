import { describe, expect, it } from '@jest/globals';
import { unwrap } from '../../../src/domain/shared/result.js';
import { POOL, reserves, SIDE_POOL, type CoreHarness } from '../../support/core-harness.js';
import { AT_ONCE, pass } from '../../support/executor-steps.js';
import { execute, orderOf, place, placed } from '../../support/order-steps.js';

/** A market of two equal pools, whose price the order of 1,000,000 moves. */
async function market(fields = {}): Promise<CoreHarness> {
  const harness = await placed(fields);
  for (const pool of [POOL, SIDE_POOL]) harness.liquidity.held.set(pool, reserves(10_000_000n, 10_000_000n));
  return harness;
}

const quoteOf = async (harness: CoreHarness, n: number) => {
  const { quote } = (await orderOf(harness, n)) as {
    quote: { amountOut: bigint; vaults: readonly string[] };
  };
  return [quote.vaults.at(-1), quote.amountOut];
};

describe('a swap of an owner who has swaps in flight', () => {
  it('takes the route that is best after those', async () => {
    const harness = await market();
    await place(harness, 2);
    await place(harness, 3);
    for (const n of [1, 2, 3]) unwrap(await execute(harness, n));
    expect(await quoteOf(harness, 1)).toEqual([POOL, 906_610n]);
    expect(await quoteOf(harness, 2)).toEqual([SIDE_POOL, 906_610n]);
    expect(await quoteOf(harness, 3)).toEqual([POOL, 755_698n]);
  });

  it('asks the vaults about the route as of now, and quarantines one that lies', async () => {
    const harness = await market();
    await place(harness, 2);
    unwrap(await execute(harness, 1));
    harness.liquidity.misquoted.set(SIDE_POOL, (dy) => dy * 2n);
    unwrap(await execute(harness, 2));
    expect(await quoteOf(harness, 2)).toEqual([POOL, 755_698n]);
  });

  it('waits if it gets less than its minimum after those', async () => {
    const harness = await market();
    await place(harness, 2, { minAmountOut: '906610' });
    harness.liquidity.held.set(SIDE_POOL, reserves(1n, 1n));
    unwrap(await execute(harness, 1));
    expect(await execute(harness, 2)).toMatchObject({
      error: { kind: 'below-minimum', amountOut: 755_698n },
    });
  });

  it('counts only on reserves of now once a block has arrived, which may have mined those', async () => {
    const harness = await market();
    await place(harness, 2);
    unwrap(await execute(harness, 1));
    harness.chain.height += 1;
    unwrap(await execute(harness, 2));
    expect(await quoteOf(harness, 2)).toEqual([POOL, 906_610n]);
  });
});

describe('the parts of a split that are due together', () => {
  it('are sent one after the other, each over the route that those before it leave', async () => {
    const split = (n: number) => ({
      ...AT_ONCE,
      maxPriceImpact: '0.5',
      strategyId: 'a-split',
      strategyType: 'split',
      strategyPosition: n,
      strategySize: 2,
    });
    const harness = await market(split(1));
    await place(harness, 2, split(2));
    await pass(harness);
    const routes = await Promise.all([1, 2].map((n) => quoteOf(harness, n)));
    expect(routes.map(([vault]) => vault).sort()).toEqual([POOL, SIDE_POOL].sort());
    expect(routes.map(([, amountOut]) => amountOut)).toEqual([906_610n, 906_610n]);
  });
});
