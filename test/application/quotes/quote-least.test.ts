import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toUnits } from '../../../src/domain/shared/units.js';
import { coreHarness, DOLLAR, SBTC, WELSH, WELSH_SUBNET } from '../../support/core-harness.js';
import { exhaustiveInput } from '../../support/exhaustive-search.js';
import { runs } from '../../support/properties.js';
import { HiddenExchange, hiddenMarket, hiddenSwap, type HiddenPool } from './hidden-market.js';

/** The least input over these vaults for what the swap's amount is worth, if every vault showed its reserves. */
const leastOf = (pools: readonly HiddenPool[], ...swap: Parameters<ReturnType<typeof exhaustiveInput>>) =>
  exhaustiveInput(
    pools.map(({ vault }) => vault),
    new Map(pools.map(({ vault, reserves }) => [vault.contractId, reserves])),
  )(...swap);

describe('the least input for an output', () => {
  it('is that of exhaustive search if every vault shows its reserves', async () => {
    await fc.assert(
      fc.asyncProperty(hiddenMarket(2), hiddenSwap, async (hidden, { amountIn: amountOut, ...sides }) => {
        const pools = hidden.map((pool) => ({ ...pool, isHidden: false }));
        const quote = await new HiddenExchange(pools).quoteLeast({ ...sides, amountOut });
        const found = quote.ok ? quote.value.route.amountIn : undefined;
        expect(found).toBe(leastOf(pools, sides.tokenIn, sides.tokenOut, amountOut));
        if (quote.ok) expect(quote.value.isLeast).toBe(true);
      }),
      { numRuns: runs(200) },
    );
  });

  it('is enough by the vaults that only their contracts can quote, and at most 0.1% more than the least', async () => {
    const excess: number[] = [];
    let undecided = 0;
    await fc.assert(
      fc.asyncProperty(hiddenMarket(2), hiddenSwap, async (pools, { amountIn: amountOut, ...sides }) => {
        const exchange = new HiddenExchange(pools);
        const least = leastOf(pools, sides.tokenIn, sides.tokenOut, amountOut);
        const quote = await exchange.quoteLeast({ ...sides, amountOut });
        if (!quote.ok) {
          if (quote.error.kind === 'chain-unreachable') undecided += 1;
          else expect(least).toBeUndefined();
          return;
        }
        const { hops, amountIn } = quote.value.route;
        expect(
          hops.reduce(
            (amount: bigint, hop) => exchange.truth({ ...hop, amountIn: toUnits(amount) }).dy,
            amountIn,
          ),
        ).toBe(quote.value.route.amountOut);
        expect(quote.value.route.amountOut).toBeGreaterThanOrEqual(amountOut);
        // Units of small amounts are more than that.
        if (least! >= 10_000n) excess.push(Number(amountIn) / Number(least) - 1);
      }),
      { numRuns: runs(400), seed: 5 },
    );
    expect(undecided / (undecided + excess.length)).toBeLessThan(0.05);
    expect(Math.max(...excess)).toBeLessThan(0.001);
  });
});

describe('core.quotes with a wanted output', () => {
  const { core } = coreHarness();

  it('returns the quote whose input, given back, has at least the output, and one unit less has not', async () => {
    const wanted = toUnits(1_000_000n);
    const sides = { tokenIn: WELSH_SUBNET, tokenOut: DOLLAR };
    const least = await core.quotes.quote({ ...sides, amountOut: wanted });
    if (!least.ok) throw new Error(least.error.kind);
    const { amountIn, amountOut } = least.value.route;
    expect(amountOut).toBeGreaterThanOrEqual(wanted);
    expect(least.value.isLeast).toBe(true);
    const same = await core.quotes.quote({ ...sides, amountIn });
    expect(same).toMatchObject({ ok: true, value: { route: { amountOut } } });
    const less = await core.quotes.quote({ ...sides, amountIn: toUnits(amountIn - 1n) });
    expect(less.ok && less.value.route.amountOut < wanted).toBe(true);
  });

  it.each([
    [WELSH, WELSH, 'same-token'],
    [WELSH, `${WELSH}-unknown`, 'unknown-token'],
    [WELSH, SBTC, 'insufficient-liquidity'],
  ])('says why nothing of %s buys the output of %s: %s', async (tokenIn, tokenOut, reason) => {
    const quote = await core.quotes.quote({ tokenIn, tokenOut, amountOut: toUnits(2n ** 100n) });
    expect(quote).toMatchObject({ ok: false, error: { kind: 'no-route', reason } });
  });

  it('is refused together with an input, and as an output of nothing', async () => {
    const one = { tokenIn: WELSH, tokenOut: SBTC, amountOut: toUnits(1n) };
    await expect(core.quotes.quote({ ...one, amountIn: 1n } as never)).rejects.toThrow(
      'what to quote must have amountIn or amountOut, not both',
    );
    await expect(core.quotes.quote({ ...one, amountOut: toUnits(0n) })).rejects.toThrow(RangeError);
  });
});
