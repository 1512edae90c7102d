import { describe, expect, it } from '@jest/globals';
import { unwrap } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import {
  DOLLAR,
  POOL,
  reserves,
  SBTC_POOL,
  SIDE_POOL,
  SUBLINK,
  WELSH_SUBNET,
} from '../../support/core-harness.js';
import { execute, placed } from '../../support/order-steps.js';

describe('the quote of an execution', () => {
  it('stands on reserves read for it', async () => {
    const harness = await placed();
    const { core, liquidity } = harness;
    await core.quotes.quote({ tokenIn: WELSH_SUBNET, tokenOut: DOLLAR, amountIn: toUnits(1_000_000n) });
    liquidity.held.set(POOL, reserves(1_000_000_000_000n, 500_000_000_000n));
    liquidity.held.set(SIDE_POOL, reserves(1_000_000_000n, 400_000_000n));
    const { order } = unwrap(await execute(harness));
    expect(order).toMatchObject({ quote: { amountOut: 498_499n, vaults: [SUBLINK, POOL] } });
  });

  it('moves to a pool that is better now, read anew as well', async () => {
    const harness = await placed();
    const { core, liquidity } = harness;
    await core.quotes.quote({ tokenIn: WELSH_SUBNET, tokenOut: DOLLAR, amountIn: toUnits(1_000_000n) });
    liquidity.held.set(POOL, reserves(1_000_000_000_000n, 500_000_000_000n));
    liquidity.held.set(SIDE_POOL, reserves(1_000_000_000n, 900_000_000n));
    const { order } = unwrap(await execute(harness));
    expect(order).toMatchObject({ quote: { amountOut: 896_406n, vaults: [SUBLINK, SIDE_POOL] } });
    expect(liquidity.readings).toEqual([[SUBLINK, POOL, SIDE_POOL, SBTC_POOL], [SUBLINK, POOL], [SIDE_POOL]]);
  });

  it('holds to the minimum of the order', async () => {
    const harness = await placed({ minAmountOut: '900000' });
    const { core, liquidity } = harness;
    await core.quotes.quote({ tokenIn: WELSH_SUBNET, tokenOut: DOLLAR, amountIn: toUnits(1_000_000n) });
    for (const pool of [POOL, SIDE_POOL]) liquidity.held.set(pool, reserves(10n ** 12n, 5n * 10n ** 11n));
    expect(await execute(harness)).toMatchObject({ error: { kind: 'below-minimum' } });
  });

  it('does not use a vault that gives no answer', async () => {
    const harness = await placed();
    const { core, liquidity } = harness;
    await core.quotes.quote({ tokenIn: WELSH_SUBNET, tokenOut: DOLLAR, amountIn: toUnits(1_000_000n) });
    liquidity.silent.add(POOL);
    const { order } = unwrap(await execute(harness));
    expect(order).toMatchObject({ quote: { vaults: [SUBLINK, SIDE_POOL] } });
  });

  it('knows the slippage of this program', async () => {
    const harness = await placed({}, { settings: { slippage: 0.05 } });
    expect(unwrap(await execute(harness)).order).toMatchObject({ quote: { slippage: 0.05 } });
  });
});
