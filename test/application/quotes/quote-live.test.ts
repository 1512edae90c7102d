import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { QuoteRequest } from '../../../src/domain/router/quote.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { exhaustiveSearch } from '../../support/exhaustive-search.js';
import { aPool, holding, READ_AT } from '../../domain/router/builders.js';
import { HiddenExchange, hiddenMarket, hiddenSwap, requestOf, type HiddenPool } from './hidden-market.js';
import { runs } from '../../support/properties.js';

const hidden = (name: string, a: string, b: string, x: bigint, y: bigint): HiddenPool => ({
  vault: aPool(name, a, b),
  isHidden: true,
  reserves: holding(x, y),
});
const open = (...[name, a, b, x, y]: Parameters<typeof hidden>): HiddenPool => ({
  ...hidden(name, a, b, x, y),
  isHidden: false,
});
const names = (hops: readonly { readonly vault: { readonly name: string } }[]) =>
  hops.map(({ vault }) => vault.name);

describe('a quote over vaults whose maths is unknown', () => {
  it('takes the vault that really gives most, and says that it was verified', async () => {
    // By price alone the shallow vault is better; for this amount the deep one is.
    const exchange = new HiddenExchange([
      hidden('shallow', 'a', 'b', 1_000_000n, 1_100_000n),
      hidden('deep', 'a', 'b', 1_000_000_000n, 1_000_000_000n),
    ]);
    const quote = unwrap(await exchange.quote(requestOf('a', 'b', 500_000n)));
    expect(names(quote.route.hops)).toEqual(['deep']);
    expect(quote).toMatchObject({ verified: true, blockHeight: 77, asOf: READ_AT });
    expect(quote.route.amountOut).toBe(exchange.truth(quote.route.hops[0]!).dy);
  });

  it('asks nothing and is not marked when vaults of known maths win', async () => {
    const exchange = new HiddenExchange([
      open('open', 'a', 'b', 10n ** 9n, 2n * 10n ** 9n),
      hidden('hidden', 'a', 'b', 10n ** 9n, 10n ** 9n),
    ]);
    const quote = unwrap(await exchange.quote(requestOf('a', 'b', 1_000n)));
    expect(names(quote.route.hops)).toEqual(['open']);
    expect(quote).not.toHaveProperty('verified');
    expect(exchange.rounds).toEqual([]);
  });

  it('asks nothing more for an amount that it has just quoted', async () => {
    const exchange = new HiddenExchange([hidden('hidden', 'a', 'b', 10n ** 9n, 10n ** 9n)]);
    const first = unwrap(await exchange.quote(requestOf('a', 'b', 123_456n)));
    const second = unwrap(await exchange.quote(requestOf('a', 'b', 123_456n)));
    expect(second.route).toEqual(first.route);
    expect(exchange.rounds.map((hops) => hops.length)).toEqual([1]);
  });

  it('waits for two requests if two such vaults follow each other, each with its exact input', async () => {
    const exchange = new HiddenExchange([
      hidden('first', 'a', 'b', 10n ** 9n, 10n ** 9n),
      hidden('second', 'b', 'c', 10n ** 9n, 10n ** 9n),
    ]);
    const { route, verified } = unwrap(await exchange.quote(requestOf('a', 'c', 50_000_000n)));
    expect(verified).toBe(true);
    expect(exchange.rounds).toHaveLength(2);
    const [first, second] = route.hops;
    expect(first!.amountOut).toBe(exchange.truth(first!).dy);
    expect(second!.amountIn).toBe(first!.amountOut);
    expect(route.amountOut).toBe(exchange.truth(second!).dy);
  });

  it('asks for a retry if three such vaults follow each other, and the retry waits for one more request', async () => {
    const chain = ['ab', 'bc', 'cd'].map((name) => hidden(name, name[0]!, name[1]!, 10n ** 9n, 10n ** 9n));
    const exchange = new HiddenExchange(chain);
    expect(await exchange.quote(requestOf('a', 'd', 50_000_000n))).toMatchObject({
      error: { kind: 'chain-unreachable', isPartial: true, retryAfterMs: 1_000 },
    });
    expect(exchange.rounds).toHaveLength(2);
    const { route } = unwrap(await exchange.quote(requestOf('a', 'd', 50_000_000n)));
    expect(names(route.hops)).toEqual(['ab', 'bc', 'cd']);
    expect(exchange.rounds).toHaveLength(3);
  });

  it('finishes a route that it has begun to ask, although the answers make another one look better', async () => {
    // Both ways to b are shallower than their prices show, so each looks better than the other until it has answered.
    const exchange = new HiddenExchange([
      hidden('direct', 'a', 'b', 1_000_000n, 1_100_000n),
      open('around', 'a', 'x', 10n ** 9n, 10n ** 9n),
      hidden('detour', 'x', 'b', 1_000_000n, 1_000_000n),
      hidden('last', 'b', 'c', 10n ** 9n, 10n ** 9n),
    ]);
    const { route, verified } = unwrap(await exchange.quote(requestOf('a', 'c', 500_000n)));
    expect(verified).toBe(true);
    expect(names(route.hops)).toEqual(['direct', 'last']);
    expect(exchange.rounds).toHaveLength(2);
    const [first, second] = route.hops;
    expect(second!.amountIn).toBe(exchange.truth(first!).dy);
    expect(route.amountOut).toBe(exchange.truth(second!).dy);
  });

  describe('while the market is checked between its two requests', () => {
    const pair = () =>
      new HiddenExchange([
        hidden('first', 'a', 'b', 10n ** 9n, 10n ** 9n),
        hidden('second', 'b', 'c', 10n ** 9n, 10n ** 9n),
      ]);

    it('keeps what its vaults have answered', async () => {
      const exchange = pair();
      exchange.meanwhile = () => exchange.check();
      const { route } = unwrap(await exchange.quote(requestOf('a', 'c', 50_000_000n)));
      expect(names(route.hops)).toEqual(['first', 'second']);
      expect(exchange.rounds).toHaveLength(2);
    });

    it('still ends with a route when a block has changed the vaults', async () => {
      const exchange = pair();
      let block = 0n;
      exchange.meanwhile = () => {
        block++;
        exchange.move('first', holding(10n ** 9n + block, 10n ** 9n - block));
        exchange.move('second', holding(10n ** 9n + block, 10n ** 9n - block));
        return exchange.check();
      };
      const before = exchange.truth(
        unwrap(await exchange.quote(requestOf('a', 'b', 50_000_000n))).route.hops[0]!,
      ).dy;
      const { route, verified } = unwrap(await exchange.quote(requestOf('a', 'c', 50_000_000n)));
      expect(verified).toBe(true);
      const [first, second] = route.hops;
      expect(first!.amountOut).toBe(before);
      expect(second!.amountIn).toBe(before);
    });

    it('does not pass on what a vault answered before a block changed it', async () => {
      const exchange = pair();
      exchange.meanwhile = () => {
        exchange.move('first', holding(10n ** 9n, 9n * 10n ** 8n));
        exchange.meanwhile = async () => undefined;
        return exchange.check();
      };
      await exchange.quote(requestOf('a', 'b', 50_000_000n));
      const { route } = unwrap(await exchange.quote(requestOf('a', 'b', 50_000_000n)));
      expect(exchange.rounds).toHaveLength(2);
      expect(route.amountOut).toBe(exchange.truth(route.hops[0]!).dy);
    });
  });

  it('asks nothing more for an amount after a check that finds its vault unchanged', async () => {
    const exchange = new HiddenExchange([hidden('hidden', 'a', 'b', 10n ** 9n, 10n ** 9n)]);
    await exchange.quote(requestOf('a', 'b', 123_456n));
    await exchange.check();
    await exchange.quote(requestOf('a', 'b', 123_456n));
    expect(exchange.rounds).toHaveLength(1);
    exchange.move('hidden', holding(10n ** 9n, 10n ** 9n - 1n));
    await exchange.check();
    await exchange.quote(requestOf('a', 'b', 123_456n));
    expect(exchange.rounds).toHaveLength(2);
  });

  it('asks for a retry, rather than denying a route, while the only vault on the way cannot be read', async () => {
    const exchange = new HiddenExchange([
      hidden('hidden', 'a', 'b', 10n ** 9n, 10n ** 9n),
      open('elsewhere', 'c', 'd', 10n ** 9n, 10n ** 9n),
    ]);
    await exchange.check();
    exchange.silent.add(hidden('hidden', 'a', 'b', 1n, 1n).vault.contractId);
    await exchange.check();
    expect(await exchange.quote(requestOf('a', 'b', 50_000_000n))).toMatchObject({
      error: { kind: 'chain-unreachable', isPartial: true },
    });
    expect(await exchange.quote(requestOf('c', 'd', 50_000_000n))).toMatchObject({ ok: true });
    expect(await exchange.quote(requestOf('a', 'd', 50_000_000n))).toMatchObject({
      error: { kind: 'no-route', reason: 'no-route' },
    });
  });

  it.each([
    ['gives no quote', () => undefined],
    ['quotes 0', (quote: { dx: bigint }) => ({ dx: quote.dx, dy: 0n })],
  ])('leaves out a vault that %s for an amount, for that amount and larger ones', async (_, refuse) => {
    const exchange = new HiddenExchange([
      hidden('hidden', 'a', 'b', 10n ** 9n, 2n * 10n ** 9n),
      open('open', 'a', 'b', 10n ** 9n, 10n ** 9n),
    ]);
    exchange.falsify = ({ amountIn }, quote) => (amountIn > 1_000_000n ? refuse(quote) : quote);
    const vaultsFor = async (amount: bigint) =>
      names(unwrap(await exchange.quote(requestOf('a', 'b', amount))).route.hops);
    expect(await vaultsFor(5_000_000n)).toEqual(['open']);
    expect(await vaultsFor(6_000_000n)).toEqual(['open']);
    expect(exchange.rounds).toHaveLength(1);
    expect(await vaultsFor(1_000_000n)).toEqual(['hidden']);
    expect(exchange.observed).toEqual([]);
  });

  it('returns insufficient-liquidity when the only vault refuses the amount, and a route for a smaller one', async () => {
    const exchange = new HiddenExchange([hidden('hidden', 'a', 'b', 10n ** 9n, 10n ** 9n)]);
    exchange.falsify = ({ amountIn }, quote) => (amountIn > 1_000_000n ? undefined : quote);
    expect(await exchange.quote(requestOf('a', 'b', 5_000_000n))).toMatchObject({
      error: { kind: 'no-route', reason: 'insufficient-liquidity' },
    });
    expect(await exchange.quote(requestOf('a', 'b', 1_000_000n))).toMatchObject({
      value: { verified: true },
    });
  });

  it('quarantines a vault that quotes more than its own price allows, and routes around it', async () => {
    const exchange = new HiddenExchange([
      hidden('hidden', 'a', 'b', 10n ** 9n, 2n * 10n ** 9n),
      open('open', 'a', 'b', 10n ** 9n, 10n ** 9n),
    ]);
    exchange.falsify = (_hop, { dx, dy }) => ({ dx, dy: dy * 2n });
    const { route } = unwrap(await exchange.quote(requestOf('a', 'b', 1_000_000n)));
    expect(names(route.hops)).toEqual(['open']);
    expect(exchange.observed).toMatchObject([
      { kind: 'vault-quarantined', failure: { kind: 'quote-disagrees' } },
    ]);
  });

  /** The best output over these vaults, if every one showed its reserves. */
  const bestOf = (pools: readonly HiddenPool[], { tokenIn, tokenOut, amountIn }: QuoteRequest): bigint =>
    exhaustiveSearch(
      pools.map(({ vault }) => vault),
      new Map(pools.map(({ vault, reserves }) => [vault.contractId, reserves])),
    )(tokenIn, tokenOut, amountIn)?.amountOut ?? 0n;

  it.each([2, 10_000])(
    'returns what its vaults really give, never less than the open ones, at prices up to %s%% apart',
    async (skewPercent) => {
      await fc.assert(
        fc.asyncProperty(hiddenMarket(skewPercent), hiddenSwap, async (pools, request) => {
          const exchange = new HiddenExchange(pools);
          const quote = await exchange.quote(request);
          expect(exchange.rounds.length).toBeLessThanOrEqual(2);
          // As many as the adapter asks at once, so that each round is one round trip.
          for (const hops of exchange.rounds) expect(hops.length).toBeLessThanOrEqual(16);
          const least = bestOf(
            pools.filter(({ isHidden }) => !isHidden),
            request,
          );
          if (!quote.ok) return expect(least).toBe(0n);
          const { hops, amountOut } = quote.value.route;
          expect(amountOut).toBeGreaterThanOrEqual(least);
          let amountIn: bigint = request.amountIn;
          for (const hop of hops) {
            expect(hop.amountIn).toBe(amountIn);
            amountIn = exchange.truth(hop).dy;
            expect(hop.amountOut).toBe(amountIn);
          }
        }),
        { numRuns: runs(300) },
      );
    },
  );

  it('finds the best route in more than 95 of 100 quotes if prices are 2% apart and a third of the vaults hidden', async () => {
    const losses: number[] = [];
    await fc.assert(
      fc.asyncProperty(hiddenMarket(2), hiddenSwap, async (pools, request) => {
        const best = bestOf(pools, request);
        if (best === 0n) return;
        const quote = await new HiddenExchange(pools).quote(request);
        losses.push(1 - Number(quote.ok ? quote.value.route.amountOut : 0n) / Number(best));
      }),
      { numRuns: runs(400), seed: 11 },
    );
    expect(losses.filter((loss) => loss > 0).length / losses.length).toBeLessThan(0.05);
  });
});
