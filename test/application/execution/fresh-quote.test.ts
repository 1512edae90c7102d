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

describe('the quote that orders.execute sends', () => {
  it('uses reserves read for this execution', async () => {
    const harness = await placed();
    const { core, liquidity } = harness;
    await core.quotes.quote({ tokenIn: WELSH_SUBNET, tokenOut: DOLLAR, amountIn: toUnits(1_000_000n) });
    liquidity.held.set(POOL, reserves(1_000_000_000_000n, 500_000_000_000n));
    liquidity.held.set(SIDE_POOL, reserves(1_000_000_000n, 400_000_000n));
    const { order } = unwrap(await execute(harness));
    expect(order).toMatchObject({ quote: { amountOut: 498_499n, vaults: [SUBLINK, POOL] } });
  });

  it('switches to a pool that has become better, and reads its reserves again as well', async () => {
    const harness = await placed();
    const { core, liquidity } = harness;
    await core.quotes.quote({ tokenIn: WELSH_SUBNET, tokenOut: DOLLAR, amountIn: toUnits(1_000_000n) });
    liquidity.held.set(POOL, reserves(1_000_000_000_000n, 500_000_000_000n));
    liquidity.held.set(SIDE_POOL, reserves(1_000_000_000n, 900_000_000n));
    const { order } = unwrap(await execute(harness));
    expect(order).toMatchObject({ quote: { amountOut: 896_406n, vaults: [SUBLINK, SIDE_POOL] } });
    expect(liquidity.readings).toEqual([[SUBLINK, POOL, SIDE_POOL, SBTC_POOL], [SUBLINK, POOL], [SIDE_POOL]]);
  });

  it('returns below-minimum when fresh reserves give less than the order’s minimum', async () => {
    const harness = await placed({ minAmountOut: '900000' });
    const { core, liquidity } = harness;
    await core.quotes.quote({ tokenIn: WELSH_SUBNET, tokenOut: DOLLAR, amountIn: toUnits(1_000_000n) });
    for (const pool of [POOL, SIDE_POOL]) liquidity.held.set(pool, reserves(10n ** 12n, 5n * 10n ** 11n));
    expect(await execute(harness)).toMatchObject({ error: { kind: 'below-minimum' } });
  });

  it('avoids a vault whose reserves cannot be read', async () => {
    const harness = await placed();
    const { core, liquidity } = harness;
    await core.quotes.quote({ tokenIn: WELSH_SUBNET, tokenOut: DOLLAR, amountIn: toUnits(1_000_000n) });
    liquidity.silent.add(POOL);
    const { order } = unwrap(await execute(harness));
    expect(order).toMatchObject({ quote: { vaults: [SUBLINK, SIDE_POOL] } });
  });

  it('carries the configured slippage', async () => {
    const harness = await placed({}, { settings: { slippage: 0.05 } });
    expect(unwrap(await execute(harness)).order).toMatchObject({ quote: { slippage: 0.05 } });
  });
});
