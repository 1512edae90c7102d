import { describe, expect, it } from '@jest/globals';
import type { ListedToken, Quote, Vault } from '../../../src/sdk/client/index.js';
import type { UnsignedOrder } from '../../../src/sdk/signing/index.js';
import { hopImpacts } from '../../../src/apps/page/swap/model/impact.js';
import { offLimit } from '../../../src/apps/page/swap/model/limit.js';
import { otherRoutes } from '../../../src/apps/page/swap/model/other-routes.js';
import { distance, rateOf } from '../../../src/sdk/words/rates.js';
import { typedPercent } from '../../../src/apps/page/swap/model/typed.js';
import { mostAsked, warningsOf } from '../../../src/sdk/words/warnings.js';
import { percentText } from '../../../src/sdk/words/promise.js';

describe('rates', () => {
  it('are exact fractions of amounts, rounded down to eight digits', () => {
    const dollars = { units: 100_000_000n, decimals: 6 };
    const bitcoin = { units: 99_760n, decimals: 8 };
    expect(rateOf(bitcoin, dollars)).toBe('0.000009976');
    expect(rateOf(dollars, bitcoin)).toBe('100240.57');
    expect(rateOf({ units: 0n, decimals: 8 }, dollars)).toBeUndefined();
  });

  it('are compared as signed fractions', () => {
    expect(distance(110n, 100n)).toBe(0.1);
    expect(distance(50n, 100n)).toBe(-0.5);
    expect(distance(1n, 0n)).toBeUndefined();
  });

  it('say how much better for the seller a limit is, in both directions', () => {
    expect(offLimit('110', '100', 'sell')).toBeCloseTo(0.1);
    expect(offLimit('110', '100', 'buy')).toBeCloseTo(-0.0909);
    expect(offLimit('100', '100', 'sell')).toBe(0);
    expect(offLimit('x', '100', 'sell')).toBeUndefined();
  });

  it('turn percentages into fractions and back without a rounding error', () => {
    expect(typedPercent('0.5', 50)).toEqual({ value: '0.005' });
    expect(typedPercent('100', 100)).toEqual({ value: '1' });
    expect(typedPercent('12.5', 50)).toEqual({ value: '0.125' });
    expect([percentText('0.005'), percentText('1'), percentText('0.125'), percentText('0.1')]).toEqual([
      '0.5%',
      '100%',
      '12.5%',
      '10%',
    ]);
  });
});

const hop = (kind: string, amountIn: number, amountOut: number, reserves: readonly [string, string]) => ({
  vault: {
    contractId: `${kind}-${amountIn}`,
    kind,
    reserves: { reservesA: reserves[0], reservesB: reserves[1] },
  },
  opcode: 0,
  quote: { amountIn, amountOut },
});
const quoteOf = (hops: readonly unknown[], fees: readonly string[], priceImpact: number) =>
  ({ hops, fees: fees.map((amount) => ({ token: '.stx', amount })), priceImpact }) as unknown as Quote;

describe('the price impact of hops', () => {
  it('follows from the reserves of pools, and adds up to that of the route', () => {
    // dx/(x+dx) of each: 1% and 3%.
    const hops = [hop('pool', 1_000, 990, ['99000', '99000']), hop('pool', 990, 960, ['32010', '32010'])];
    const total = 1 - 0.99 * (960 / 990);
    const [first, second] = hopImpacts(quoteOf(hops, ['0', '0'], total));
    expect(first!.impact).toBeCloseTo(0.01, 9);
    expect(second!.impact).toBeCloseTo(0.0303, 4);
    expect(first!.share! + second!.share!).toBeCloseTo(1, 9);
  });

  it('leaves the rest to the one hop whose reserves do not tell', () => {
    const hops = [hop('sublink', 1_000, 1_000, ['0', '0']), hop('alex', 1_000, 980, ['0', '0'])];
    expect(hopImpacts(quoteOf(hops, ['0', '0'], 0.02))[1]!.impact).toBeCloseTo(0.02, 9);
  });

  it('is not known of several such hops', () => {
    const hops = [hop('alex', 1_000, 990, ['0', '0']), hop('alex', 990, 980, ['0', '0'])];
    expect(hopImpacts(quoteOf(hops, ['0', '0'], 0.02))).toEqual([
      { impact: undefined, share: undefined },
      { impact: undefined, share: undefined },
    ]);
  });
});

const vault = (name: string, kind: string, a: readonly [string, string], b: readonly [string, string]) =>
  ({
    contractId: name,
    kind,
    feePpm: kind === 'sublink' ? 0 : 10_000,
    liquidity: [a, b].map(([contractId, reservesExact]) => ({ contractId, reservesExact })),
  }) as unknown as Vault;

describe('other routes', () => {
  const vaults = [
    vault('direct', 'pool', ['a', '1000000'], ['c', '1000000']),
    vault('first', 'pool', ['a', '1000000'], ['b', '1000000']),
    vault('second', 'pool', ['b', '1000000'], ['c', '1000000']),
    vault('bridge', 'sublink', ['b', '0'], ['b-subnet', '0']),
    vault('third', 'pool', ['b-subnet', '1000000'], ['c', '500000']),
    vault('foreign', 'alex', ['a', '1000000'], ['c', '1000000']),
  ];
  const swap = { tokenIn: 'a', tokenOut: 'c', amountIn: 1_000n };

  it('are all routes over pools and sublinks but the quoted one, best first, each to the unit', () => {
    const best = { hops: [{ vault: { contractId: 'direct' } }] } as unknown as Pick<Quote, 'hops'>;
    const found = otherRoutes(vaults, swap, best);
    expect(found.map(({ tokens, amountOut }) => [tokens.join(' '), amountOut])).toEqual([
      ['a b c', 978n],
      ['a b b-subnet c', 489n],
    ]);
  });

  it('have the best of each number of hops', () => {
    const best = { hops: [{ vault: { contractId: 'foreign' } }] } as unknown as Pick<Quote, 'hops'>;
    expect(otherRoutes(vaults, swap, best).map(({ vaults: { length } }) => length)).toEqual([1, 2, 3]);
  });
});

describe('warnings', () => {
  const quote = {
    amountOutExact: '1000',
    path: [{}],
    priceImpact: 0.01,
    protected: true,
  } as unknown as Quote;
  const market = { quote, priceOf: () => 2, balance: 500n };
  const limit = (minAmountOut: string, more: object = {}) =>
    ({ amountIn: '100', minAmountOut, maxPriceImpact: '0.05', ...more }) as unknown as UnsignedOrder;

  it('say nothing of a limit near the market', () => {
    expect(warningsOf([limit('960')], market)).toEqual([]);
  });

  it('say how far a limit is from the market, with a tick above 5% of loss and a word above 15%', () => {
    expect(warningsOf([limit('900')], market)).toEqual([
      { text: 'The limit accepts 10% less than the market pays now.', asks: 'tick' },
    ]);
    expect(warningsOf([limit('512')], market)[0]).toMatchObject({ asks: 'word' });
    const { amountOutExact } = market.quote;
    const rich = { ...market, quote: { ...market.quote, amountOutExact: `${amountOutExact}0000` } };
    expect(warningsOf([limit('900')], rich)[0]?.text).toBe(
      'The limit accepts over 99.9% less than the market pays now.',
    );
    expect(warningsOf([limit('1400')], market)[0]).toMatchObject({ asks: 'nothing' });
    expect(warningsOf([limit('1600')], market)[0]).toMatchObject({ asks: 'tick' });
  });

  it('ask the same of a slippage and a price impact that accept such a loss', () => {
    const atMarket = { amountIn: '100', slippage: '0.3', maxPriceImpact: '0.5' } as unknown as UnsignedOrder;
    const [slippage, impact] = warningsOf([atMarket], { ...market, quote: { ...quote, priceImpact: 0.1 } });
    expect([slippage, impact]).toEqual([
      { text: 'The slippage accepts 30% less than is quoted.', asks: 'word' },
      { text: 'The swap’s own size makes its price 10% worse.', asks: 'tick' },
    ]);
    expect(mostAsked([slippage!, impact!])).toBe('word');
  });

  it('compare a stop with what the market pays at its price', () => {
    const stop = { metadata: { oco: true }, conditionToken: 'x', direction: 'lt', targetPrice: '1.5' };
    expect(warningsOf([limit('740', stop)], market)).toEqual([]);
    expect(warningsOf([limit('300', stop)], market)[0]).toMatchObject({ asks: 'word' });
  });

  it('compare a stop alone with what the market pays at its price', () => {
    const ofSold = {
      ...market,
      quote: { ...quote, path: [{ contractId: 'x-subnet', base: 'x' }] } as unknown as Quote,
    };
    const stop = { conditionToken: 'x', direction: 'lt', targetPrice: '1' };
    expect(warningsOf([limit('490', stop)], ofSold)).toEqual([]);
  });

  it('name a trigger that is met already, and one that is very far', () => {
    const trigger = { conditionToken: 'x', direction: 'gt' };
    expect(warningsOf([limit('1000', { ...trigger, targetPrice: '1' })], market)).toMatchObject([
      { asks: 'nothing', text: expect.stringMatching(/met by the price now/) },
    ]);
    expect(warningsOf([limit('1000', { ...trigger, targetPrice: '20' })], market)).toMatchObject([
      { asks: 'tick', text: expect.stringMatching(/900% above/) },
    ]);
  });

  it('name an impact that the order does not allow, a route that cannot be held, and a balance that is too small', () => {
    const worse = { ...quote, priceImpact: 0.2, protected: false };
    expect(warningsOf([limit('1000')], { ...market, quote: worse, balance: 99n })).toHaveLength(3);
  });

  it('say first, with a tick, that a swap now is not sent now', () => {
    const soldNow = { type: 'SUBNET', symbol: 'STX', decimals: 0 } as unknown as ListedToken;
    const impact = { ...quote, priceImpact: 0.8277 };
    const held = warningsOf([limit('1000')], { ...market, quote: impact, balance: 99n, soldNow });
    expect(held).toEqual([
      expect.objectContaining({
        text: 'Will not be sent now: the price impact is 82.77%, and your limit is 5%.',
        asks: 'tick',
        isFirst: true,
      }),
      expect.objectContaining({
        text: 'Will not be sent now: you hold 99 STX (subnet), less than you sell.',
      }),
    ]);
    expect(warningsOf([limit('1000')], { ...market, soldNow })).toEqual([]);
  });
});
