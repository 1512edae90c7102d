import { describe, expect, it } from '@jest/globals';
import { unwrap } from '../../../src/domain/shared/result.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import {
  DOLLAR,
  POOL,
  reserves,
  SBTC,
  SBTC_POOL,
  SIDE_POOL,
  SUBLINK,
  WELSH_SUBNET,
  type CoreHarness,
} from '../../support/core-harness.js';
import { execute, place, placed } from '../../support/order-steps.js';

const vaultsOf = async ({ core }: CoreHarness) => {
  const request = { tokenIn: WELSH_SUBNET, tokenOut: DOLLAR, amountIn: toUnits(1_000_000n) };
  const quote = unwrap(await core.quotes.quote(request));
  return quote.route.hops.map(({ vault }) => vault.contractId);
};
const executed = async (harness: CoreHarness, n = 1) => {
  const { order } = unwrap(await execute(harness, n));
  return 'quote' in order ? order.quote : undefined;
};
const MINUTE_MS = 60_000;

describe('the vaults of a route, quoted before a swap is sent', () => {
  it('are each queried for a quote of their exact input', async () => {
    const harness = await placed();
    await execute(harness);
    expect(harness.liquidity.asked.map(({ vault, amountIn }) => [vault.contractId, amountIn])).toEqual([
      [SUBLINK, 1_000_000n],
      [POOL, 1_000_000n],
    ]);
    expect(harness.observed.filter(({ kind }) => kind === 'vault-quarantined')).toEqual([]);
  });

  it('determine the amounts by their quotes when these differ by 5% or less', async () => {
    const harness = await placed({ outputToken: SBTC });
    harness.liquidity.misquoted.set(POOL, (dy) => (dy * 96n) / 100n);
    const quote = await executed(harness);
    const afterPool = (996_999n * 96n) / 100n;
    expect(harness.liquidity.asked.slice(-1)).toMatchObject([{ amountIn: afterPool }]);
    expect(quote?.vaults).toEqual([SUBLINK, POOL, SBTC_POOL]);
    const dx = (afterPool * 997_000n) / 1_000_000n;
    expect(quote?.amountOut).toBe((dx * 10n ** 9n) / (10n ** 12n + dx));
  });

  it('return below-minimum when their quotes give less than the order’s minimum', async () => {
    const harness = await placed({ minAmountOut: '990000' });
    harness.liquidity.misquoted.set(POOL, (dy) => (dy * 98n) / 100n);
    expect(await execute(harness)).toMatchObject({
      error: { kind: 'below-minimum', amountOut: (996_999n * 98n) / 100n },
    });
  });

  it.each([
    ['quotes too much', (dy: bigint) => dy * 2n],
    ['quotes too little', (dy: bigint) => (dy * 90n) / 100n],
    ['quotes zero', () => 0n],
  ])('are avoided when one %s', async (_, misquote) => {
    const harness = await placed();
    expect(await vaultsOf(harness)).toEqual([SUBLINK, POOL]);
    harness.liquidity.misquoted.set(POOL, misquote);
    expect((await executed(harness))?.vaults).toEqual([SUBLINK, SIDE_POOL]);
    expect(await vaultsOf(harness)).toEqual([SUBLINK, SIDE_POOL]);
    expect(harness.observed.filter(({ kind }) => kind === 'vault-quarantined')).toEqual([
      {
        kind: 'vault-quarantined',
        vault: POOL,
        failure: { kind: 'quote-disagrees', expected: 996_999n, answered: misquote(996_999n) },
        until: new Date(harness.clock.now().getTime() + 10 * MINUTE_MS),
      },
    ]);
  });

  it('are suspended at once when their quote shows another fee than the registry states, by one unit too', async () => {
    const harness = await placed();
    harness.liquidity.feeSurplus.set(POOL, 1n);
    expect((await executed(harness))?.vaults).toEqual([SUBLINK, SIDE_POOL]);
    expect(harness.observed.filter(({ kind }) => kind === 'vault-quarantined')).toMatchObject([
      { vault: POOL, failure: { kind: 'fee-disagrees', expected: 997_000n, answered: 996_999n } },
    ]);
  });

  it('are used again ten minutes after their quarantine', async () => {
    const harness = await placed();
    harness.liquidity.misquoted.set(POOL, (dy) => dy * 2n);
    await execute(harness);
    harness.clock.advance(10 * MINUTE_MS - 1);
    expect(await vaultsOf(harness)).toEqual([SUBLINK, SIDE_POOL]);
    harness.clock.advance(1);
    expect(await vaultsOf(harness)).toEqual([SUBLINK, POOL]);
    await place(harness, 2);
    expect((await executed(harness, 2))?.vaults).toEqual([SUBLINK, SIDE_POOL]);
    harness.clock.advance(10 * MINUTE_MS);
    harness.liquidity.misquoted.clear();
    await place(harness, 3);
    expect((await executed(harness, 3))?.vaults).toEqual([SUBLINK, POOL]);
  });

  it('are not quarantined when a block between reserves and quote explains the difference', async () => {
    const harness = await placed();
    const { liquidity } = harness;
    const moved = reserves(1_000_000_000_000n, 900_000_000_000n);
    liquidity.misquoted.set(POOL, (dy) => {
      liquidity.held.set(POOL, moved);
      liquidity.held.set(SIDE_POOL, reserves(10n ** 9n, 5n * 10n ** 8n));
      liquidity.misquoted.clear();
      return (dy * 9n) / 10n;
    });
    expect((await executed(harness))?.vaults).toEqual([SUBLINK, POOL]);
    expect(harness.observed.filter(({ kind }) => kind === 'vault-quarantined')).toEqual([]);
  });

  it('are avoided for a minute when one gives no quote', async () => {
    const harness = await placed();
    harness.liquidity.misquoted.set(POOL, undefined);
    expect((await executed(harness))?.vaults).toEqual([SUBLINK, SIDE_POOL]);
    harness.clock.advance(MINUTE_MS - 1);
    expect(await vaultsOf(harness)).toEqual([SUBLINK, SIDE_POOL]);
    harness.clock.advance(1);
    expect(await vaultsOf(harness)).toEqual([SUBLINK, POOL]);
  });

  it('return no-route and leave the order open when every vault is quarantined', async () => {
    const harness = await placed();
    harness.liquidity.misquoted.set(SUBLINK, undefined);
    expect(await execute(harness)).toMatchObject({ error: { kind: 'no-route' } });
    expect(harness.chain.sent).toEqual([]);
  });

  it('return chain-unreachable, not no-route, when none of them can be read right before the swap', async () => {
    const harness = await placed();
    expect(await vaultsOf(harness)).toEqual([SUBLINK, POOL]);
    harness.liquidity.silent.add(POOL).add(SIDE_POOL);
    expect(await execute(harness)).toMatchObject({ error: { kind: 'chain-unreachable', isPartial: true } });
    expect(harness.chain.sent).toEqual([]);
    harness.liquidity.silent.clear();
    harness.clock.advance(60_000);
    expect((await executed(harness))?.vaults).toEqual([SUBLINK, POOL]);
  });

  it('return chain-unreachable and leave the order open when they cannot be quoted', async () => {
    const harness = await placed();
    harness.liquidity.quoteHops = async () => ({
      ok: false,
      error: { kind: 'chain-unreachable', reason: 'quotes are cut' },
    });
    expect(await execute(harness)).toMatchObject({ error: { kind: 'chain-unreachable' } });
    harness.clock.advance(1);
    expect(await vaultsOf(harness)).toEqual([SUBLINK, POOL]);
  });
});
