import { describe, expect, it } from '@jest/globals';
import { makeMarketReader } from '../../../src/application/market/market.js';
import { makeQuoteSplit } from '../../../src/application/quotes/quote-split.js';
import { DEFAULT_SETTINGS } from '../../../src/application/settings.js';
import { TokenBook } from '../../../src/domain/metadata-record/token-book.js';
import { STX, type ContractId } from '../../../src/domain/shared/contract-id.js';
import { err, ok, unwrap } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import type { PricedToken } from '../../../src/application/prices/price-list-cache.js';
import { coreHarness, DOLLAR, POOL, SIDE_POOL, WELSH } from '../../support/core-harness.js';

/** Swaps within 24 hours, their fees in microSTX, and dollars of tokens with 6 decimals. */
interface Costs {
  readonly swaps?: number;
  readonly feesUstx?: bigint;
  readonly usd?: Readonly<Record<string, number>>;
  readonly stale?: boolean;
}

function splitter({ swaps = 0, feesUstx = 0n, usd = {}, stale = false }: Costs = {}) {
  const { ports } = coreHarness();
  const spent = { swaps, feesUstx: toUnits(feesUstx), worthUsd: 0 };
  const find = async (token: string) =>
    usd[token] === undefined
      ? err({ kind: 'token-not-priced' as const, token })
      : ok({ usd: usd[token], about: { decimals: 6 }, stale } as PricedToken);
  const split = makeQuoteSplit(
    { ...ports, swaps: { ...ports.swaps, spentSince: async () => [spent] } },
    {
      market: makeMarketReader(ports),
      prices: { find },
      readTokens: async (registry) => new TokenBook(registry.tokens, new Map()),
    },
    DEFAULT_SETTINGS,
  );
  return (amountIn: bigint, more: { readonly tokenOut?: ContractId; readonly parts?: number } = {}) =>
    split({ tokenIn: WELSH, tokenOut: DOLLAR, amountIn: toUnits(amountIn), ...more });
}

/** The side pool has a thousandth of what the pool has, so it takes a thousandth of the amount. */
const AMOUNT = 50_000_000_000n;

describe('a quoted split', () => {
  it('divides the amount between the pools in proportion to what they hold, and gains over one route', async () => {
    const found = unwrap(await splitter()(AMOUNT));
    expect(found.parts.map(({ route }) => route.hops.map(({ vault }) => vault.contractId))).toEqual([
      [POOL],
      [SIDE_POOL],
    ]);
    expect(Number(found.parts[1]!.route.amountIn) / Number(AMOUNT)).toBeCloseTo(1 / 1_001, 5);
    expect(found.gain).toBe(found.amountOut - found.single.route.amountOut);
    expect(found.gain).toBeGreaterThan(0n);
    expect(found.bound! - found.amountOut).toBeLessThan(10n);
    expect(found).toMatchObject({ leftOut: 0 });
    expect(found).not.toHaveProperty('reason');
    expect(found).not.toHaveProperty('cost');
  });

  it('counts the average network fee of each further swap, at recorded prices', async () => {
    const usd = { [STX]: 2, [DOLLAR]: 1 };
    const found = unwrap(await splitter({ swaps: 4, feesUstx: 12_000n, usd })(AMOUNT));
    // 3,000 microSTX at 2 dollars are 0.006 dollars.
    expect(found).toMatchObject({ feeUstx: 3_000n, cost: 6_000n });
    expect(found.gainUsd).toBeCloseTo(Number(found.gain) / 1e6);
    expect(found).not.toHaveProperty('reason');
  });

  it('says so if the further swap costs more than the split gains', async () => {
    const usd = { [STX]: 2, [DOLLAR]: 1 };
    const found = unwrap(await splitter({ swaps: 1, feesUstx: 1_000_000_000n, usd })(AMOUNT));
    expect(found).toMatchObject({ cost: 2_000_000_000n, reason: 'below-cost' });
    expect(found.parts).toHaveLength(2);
  });

  it.each([
    ['an unpriced token', { usd: { [STX]: 2 } }],
    ['an old price', { usd: { [STX]: 2, [DOLLAR]: 1 }, stale: true }],
  ])('tells the fee without a cost in the token for %s', async (_, prices) => {
    const found = unwrap(await splitter({ swaps: 1, feesUstx: 3_000n, ...prices })(AMOUNT));
    expect(found.feeUstx).toBe(3_000n);
    expect(found).not.toHaveProperty('cost');
  });

  it('is the best route alone if no split gives more', async () => {
    const found = unwrap(await splitter()(1_000n));
    expect(found.parts).toEqual([found.single]);
    expect(found).toMatchObject({ gain: 0n, reason: 'no-gain', amountOut: found.single.route.amountOut });
  });

  it('refuses an unknown token and a number of parts out of range', async () => {
    const unknown = await splitter()(AMOUNT, { tokenOut: 'nonsense' as ContractId });
    expect(unknown).toMatchObject({ ok: false, error: { kind: 'no-route', reason: 'unknown-token' } });
    await expect(splitter()(AMOUNT, { parts: 5 })).rejects.toThrow(
      'parts must be a whole number from 2 to 4',
    );
  });
});
