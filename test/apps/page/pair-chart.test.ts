import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Candle, Fill, ListedToken } from '../../../src/sdk/client/index.js';
import {
  longerCandles,
  middlePrice,
  pairCandles,
  secondsOf,
  WEEK,
  withPriceNow,
} from '../../../src/apps/page/chart/model/candles.js';
import { depthRows } from '../../../src/apps/page/chart/model/depth.js';
import {
  changeOfPair,
  quotesBought,
  turnedPair,
  turnedPrice,
} from '../../../src/apps/page/chart/model/direction.js';
import { fillMarks } from '../../../src/apps/page/chart/model/fill-marks.js';
import {
  apart,
  converted,
  draftLines,
  draggedPrice,
  orderLines,
  priceSet,
} from '../../../src/apps/page/chart/model/lines.js';
import { movingAverage, relativeStrength } from '../../../src/apps/page/chart/model/studies.js';
import { EMPTY_FORM, type Form } from '../../../src/apps/page/swap/model/form.js';
import { anOrder, SBTC, STX } from './an-order.js';

const MONDAY = Date.parse('2026-11-23T00:00:00Z') / 1_000;
const HOUR = 3_600;
const candle = (time: number, prices: readonly number[], rest: Partial<Candle> = {}): Candle => {
  const [open = 1, high = open, low = open, close = open] = prices;
  return { time, open, high, low, close, points: 1, volumeUsd: 10, ...rest };
};

describe('candles of a pair', () => {
  it('are the ratio of two tokens at the times of both, with no more range than its open and close', () => {
    const sold = [candle(0, [2, 9, 1, 4]), candle(HOUR, [4])];
    const bought = [candle(0, [4, 9, 1, 2], { volumeUsd: 99 }), candle(2 * HOUR, [1])];
    expect(pairCandles(sold, bought)).toEqual([candle(0, [0.5, 2, 0.5, 2])]);
  });

  it('are filled if one of the two prices is held from before, and absent if one is 0', () => {
    const sold = [candle(0, [2]), candle(HOUR, [2])];
    const bought = [candle(0, [1], { filled: true }), candle(HOUR, [0])];
    expect(pairCandles(sold, bought)).toEqual([candle(0, [2], { filled: true })]);
  });

  it('are joined to longer ones, whose volume is unknown if a part of it is', () => {
    const hours = [
      candle(MONDAY, [1, 5, 1, 2]),
      candle(MONDAY + HOUR, [2, 3, 0.5, 3], { filled: true }),
      candle(MONDAY + 4 * HOUR, [3, 3, 3, 3], { volumeUsd: null }),
      candle(MONDAY + 5 * HOUR, [3, 4, 3, 4]),
    ];
    expect(longerCandles(hours, 4 * HOUR)).toEqual([
      candle(MONDAY, [1, 5, 0.5, 3], { points: 2, volumeUsd: 20 }),
      candle(MONDAY + 4 * HOUR, [3, 4, 3, 4], { points: 2, volumeUsd: null }),
    ]);
    expect(longerCandles([candle(MONDAY + 6 * 24 * HOUR, [1])], WEEK)[0]?.time).toBe(MONDAY);
  });

  it('hold every price of what they are made of', () => {
    const price = fc.double({ min: 0.001, max: 1_000, noNaN: true });
    fc.assert(
      fc.property(fc.array(price, { minLength: 1, maxLength: 60 }), (prices) => {
        const longer = longerCandles(
          prices.map((one, n) => candle(n * 300, [one])),
          HOUR,
        );
        expect(Math.max(...longer.map(({ high }) => high))).toBe(Math.max(...prices));
        expect(Math.min(...longer.map(({ low }) => low))).toBe(Math.min(...prices));
        expect([longer[0]?.open, longer.at(-1)?.close]).toEqual([prices[0], prices.at(-1)]);
      }),
    );
  });

  it('end with the price now: in the last candle, or in a new one that begins at its close', () => {
    const known = [candle(0, [1, 2, 1, 2], { filled: true })];
    expect(withPriceNow(known, 3, HOUR * 500, HOUR)).toEqual([candle(0, [1, 3, 1, 3])]);
    expect(withPriceNow(known, 1.5, HOUR * 1_500, HOUR).at(-1)).toEqual(
      candle(HOUR, [2, 2, 1.5, 1.5], { volumeUsd: null }),
    );
    expect([withPriceNow(known, undefined, 0, HOUR), withPriceNow([], 1, 0, HOUR)]).toEqual([known, []]);
  });

  it('are weeks once there are more than 400 days', () => {
    const days = Array.from({ length: 401 }, (_, n) => candle(n, [1]));
    expect([secondsOf('all', days), secondsOf('all', days.slice(1)), secondsOf('24h', days)]).toEqual([
      WEEK,
      24 * HOUR,
      900,
    ]);
  });
});

describe('studies', () => {
  it('average the last closes', () => {
    expect(movingAverage([1, 2, 3, 7], 3)).toEqual([undefined, undefined, 2, 4]);
  });

  it('tell the relative strength as Wilder does: 100 if prices only rise, 0 if they only fall, 50 if they stand', () => {
    const lasts = [
      [1, 2, 3, 4],
      [4, 3, 2, 1],
      [1, 1, 1, 1],
    ].map((closes) => relativeStrength(closes, 2).at(-1));
    expect(lasts).toEqual([100, 0, 50]);
    // Average gain and loss of 1.5 and 0.5, then of (1.5 + 0) / 2 and (0.5 + 1) / 2.
    expect(relativeStrength([10, 13, 12, 11], 2)).toEqual([undefined, undefined, 75, 50]);
  });
});

const token = (contractId: string, decimals: number, base?: string): ListedToken => ({
  ...{ contractId, symbol: 'T', name: 'T', decimals, identifier: 't', description: '', image: '' },
  ...(base !== undefined && { base, type: 'SUBNET' as const }),
});
const sell = token(STX, 6, '.stx');
const buy = token(SBTC, 8);
const pair = { sell, buy };
const baseOf = (id: string) => (id === STX ? '.stx' : id);
const form = (part: Partial<Form>): Form => ({ ...EMPTY_FORM, sell, buy, ...part });

describe('lines of the form', () => {
  const lines: readonly [string, Partial<Form>, readonly unknown[]][] = [
    ['none of a swap now', { kind: 'now', price: '2' }, []],
    ['none while nothing is typed', { kind: 'limit', price: '' }, []],
    ['a limit', { kind: 'limit', price: '2' }, [['price', 'buy', 2]]],
    [
      'a limit in the other direction',
      { kind: 'limit', price: '4', priceOf: 'buy' },
      [['price', 'buy', 0.25]],
    ],
    ['a limit of two amounts', { kind: 'limit', amount: '2', amountOut: '1' }, [['price', 'buy', 0.5]]],
    [
      'a limit and what else it waits for',
      { kind: 'limit', price: '2', triggerOn: 'sell', triggerPrice: '3' },
      [
        ['price', 'buy', 2],
        ['triggerPrice', 'usd', 3],
      ],
    ],
    [
      'both exits',
      { kind: 'exits', stopPrice: '1', targetPrice: '3' },
      [
        ['targetPrice', 'usd', 3],
        ['stopPrice', 'usd', 1],
      ],
    ],
    ['the limit of a plan', { kind: 'recurring', planPrice: '5' }, [['planPrice', 'buy', 5]]],
  ];

  it.each(lines)('show %s', (_what, part, expected) => {
    expect(draftLines(form(part)).map(({ name, unit, price }) => [name, unit, price])).toEqual(expected);
  });

  it('set the price that they are dragged to, in the direction of the field', () => {
    expect(priceSet(form({}), 'price', 0.5)).toEqual({ price: '0.5', amountOut: '' });
    expect(priceSet(form({ priceOf: 'buy' }), 'planPrice', 0.5)).toEqual({ planPrice: '2' });
    expect(priceSet(form({}), 'stopPrice', 1e-7)).toEqual({ stopPrice: '0.0000001' });
    expect(draggedPrice(0.123456789)).toBe(0.12346);
  });

  it('are converted at the dollars of the bought token, if they are known', () => {
    expect(converted({ price: 2, unit: 'buy' }, 'usd', 3)).toBe(6);
    expect(converted({ price: 6, unit: 'usd' }, 'buy', 3)).toBe(2);
    expect(converted({ price: 6, unit: 'usd' }, 'usd', undefined)).toBe(6);
    expect([undefined, 0].map((usd) => converted({ price: 6, unit: 'usd' }, 'buy', usd))).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('lines of open orders', () => {
  const limit = { conditionToken: '*', targetPrice: '0', minAmountOut: '500000000' };
  const bought = { inputToken: SBTC, outputToken: STX };
  const orders: readonly [string, Parameters<typeof anOrder>[0], readonly unknown[]][] = [
    ['a price in dollars', {}, [0.65, 'usd', true]],
    ['a price in the bought token', { baseAsset: SBTC, targetPrice: '0.5' }, [0.5, 'buy', true]],
    [
      'a price of the bought token',
      { conditionToken: SBTC, baseAsset: '.stx', targetPrice: '4' },
      [0.25, 'buy', true],
    ],
    ['a limit', limit, [0.5, 'buy', true]],
    [
      'a limit that buys',
      { ...limit, ...bought, amountIn: '500000000', minAmountOut: '10000000' },
      [0.5, 'buy', false],
    ],
    [
      'a trailing stop',
      {
        targetPrice: undefined,
        trail: { bps: 500 },
        trailing: { mark: '1', markedAt: '2026-11-23T00:00:00.000Z', stop: '0.95' },
      },
      [0.95, 'usd', true],
    ],
  ];

  it.each(orders)('show %s', (_what, fields, expected) => {
    const [line] = orderLines([anOrder(fields)], pair, baseOf);
    expect([line?.price, line?.unit, line?.isSale]).toEqual(expected);
  });

  it.each([
    ['another pair', { outputToken: '.other' }],
    ['an order that has ended', { status: 'confirmed' as const }],
    ['the price of another token', { conditionToken: '.other' }],
    ['an order at any price', { ...limit, minAmountOut: '0' }],
    ['a trailing stop without a price yet', { targetPrice: undefined, trail: { bps: 500 } }],
  ])('do not show %s', (_what, fields) => {
    expect(orderLines([anOrder(fields)], pair, baseOf)).toEqual([]);
  });

  it('know the terms that move them, except for a trailing stop, which moves by itself', () => {
    const changesOf = (fields: Parameters<typeof anOrder>[0], price: number) =>
      orderLines([anOrder(fields)], pair, baseOf)[0]?.changes?.(price);
    expect(changesOf({}, 0.7)).toEqual({ targetPrice: '0.7' });
    expect(changesOf({ conditionToken: SBTC, baseAsset: '.stx' }, 0.5)).toEqual({ targetPrice: '2' });
    expect(changesOf(limit, 0.6)).toEqual({ minAmountOut: '600000000' });
    expect(changesOf({ ...limit, ...bought, amountIn: '500000000', minAmountOut: '1' }, 0.4)).toEqual({
      minAmountOut: '12500000',
    });
    expect(
      changesOf(
        { trail: { bps: 500 }, trailing: { mark: '1', markedAt: '2026-11-23T00:00:00.000Z', stop: '0.95' } },
        1,
      ),
    ).toBeUndefined();
  });

  it('have tags that do not cover each other, in the sequence of the lines', () => {
    expect(apart([50, 10, 12, 100], 20)).toEqual([50, 10, 30, 100]);
    expect(apart([], 20)).toEqual([]);
  });
});

describe('marks of fills', () => {
  const at = (seconds: number) => new Date(seconds * 1_000).toISOString();
  const fill = (sold: string, boughtToken: string, seconds: number) =>
    ({ sold: { contractId: sold }, bought: { contractId: boughtToken }, at: at(seconds) }) as Fill;

  it('stand at the candle in which a fill of the pair fell, oldest first', () => {
    const candles = [candle(0, [1]), candle(HOUR, [1])];
    const fills = [
      fill(SBTC, '.stx', HOUR + 5),
      fill('.stx', SBTC, 5),
      fill('.stx', '.other', 5),
      fill('.stx', SBTC, -5),
    ];
    expect(fillMarks(fills, pair, candles)).toEqual([
      { time: 0, isSale: true },
      { time: HOUR, isSale: false },
    ]);
  });
});

describe('the depth of a pair', () => {
  it('has a row for each move that some amount reaches', () => {
    const level = (fall: number, amountIn: string, amountOut: string) => ({ fall, amountIn, amountOut });
    const depth = {
      sells: { price: 2, isEstimate: false, levels: [level(0.001, '1', '2'), level(0.01, '10', '20')] },
      buys: { price: 0.5, isEstimate: false, levels: [level(0.01, '30', '15'), level(0.1, '90', '40')] },
    };
    expect(depthRows(depth, Number)).toEqual([
      { move: 0.01, sell: 10, buy: 15 },
      { move: 0.1, sell: undefined, buy: 40 },
    ]);
    expect(depthRows({ reason: 'no-route' }, Number)).toEqual([]);
  });

  it('has its middle between what selling gives and what buying costs', () => {
    expect(middlePrice(2, 0.125)).toBe(4);
    expect([middlePrice(undefined, 1), middlePrice(1, 0)]).toEqual([undefined, undefined]);
  });
});

describe('the direction of a pair', () => {
  const named = (contractId: string, symbol: string): ListedToken => ({ ...token(contractId, 6), symbol });
  const [stx, sbtc, usdd] = [named('.stx', 'STX'), named('.sbtc', 'sBTC'), named('.usdd', 'USDd')];
  const usd: Readonly<Record<string, number>> = { '.stx': 0.5, '.sbtc': 100_000, '.usdd': 1.01 };
  const usdOf = (id: string) => usd[id];

  it.each([
    ['a token sold for dollars', stx, usdd, 'buy', false],
    ['a token bought for dollars', usdd, sbtc, 'buy', true],
    ['a token bought for dollars, in dollars', usdd, stx, 'usd', true],
    ['the cheaper token sold', stx, sbtc, 'buy', false],
    ['the cheaper token bought', sbtc, stx, 'buy', true],
    ['the dearer token sold, in dollars', sbtc, stx, 'usd', false],
    ['a token without a price', named('.none', 'NONE'), stx, 'buy', false],
    [
      'a token that takes the name of the dollar at another price',
      named('.stx', 'USDfake'),
      stx,
      'buy',
      false,
    ],
  ] as const)('of %s', (_what, sell, buy, unit, expected) => {
    expect(quotesBought({ sell, buy }, unit, usdOf)).toBe(expected);
  });

  it('is the same whichever of two tokens of known prices is sold', () => {
    const price = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(price, price, (a, b) => {
        fc.pre(a !== b);
        const of = (id: string) => (id === '.stx' ? a : b);
        const pairs = [{ sell: stx, buy: sbtc }, turnedPair({ sell: stx, buy: sbtc })];
        const [shown, other] = pairs.map((one) => (quotesBought(one, 'buy', of) ? turnedPair(one) : one));
        expect(shown).toEqual(other);
      }),
    );
  });

  it('turns a price and its unit around, and back again to the same price', () => {
    // A price of the token at $2 in the one at $4, then the price of the latter.
    expect(turnedPrice({ price: 0.5, unit: 'buy' }, 'buy', 2, 4)).toBe(2);
    expect(turnedPrice({ price: 0.5, unit: 'buy' }, 'usd', 2, 4)).toBe(4);
    expect(turnedPrice({ price: 2, unit: 'usd' }, 'buy', 2, 4)).toBe(2);
    expect(turnedPrice({ price: 2, unit: 'usd' }, 'usd', 2, 4)).toBeUndefined();
    expect(turnedPrice({ price: 2, unit: 'usd' }, 'buy', 2, undefined)).toBeUndefined();
    expect(turnedPrice({ price: 0, unit: 'buy' }, 'buy', 2, 4)).toBeUndefined();
    const number = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(number, number, number, fc.constantFrom('buy', 'usd'), (price, first, other, unit) => {
        const there = turnedPrice({ price, unit }, 'buy', first, other)!;
        expect(turnedPrice({ price: there, unit: 'buy' }, unit, other, first)! / price).toBeCloseTo(1, 9);
      }),
    );
  });

  it('has the change of 24 h that lists show, except in a token that is no dollar', () => {
    const change = (
      sell: ListedToken,
      buy: ListedToken,
      unit: 'buy' | 'usd',
      of: number | null,
      per: number | null,
    ) => changeOfPair({ sell, buy }, unit, { of, per }, usdOf);
    expect([change(stx, usdd, 'buy', 5, 1), change(stx, sbtc, 'usd', 5, null)]).toEqual([5, 5]);
    expect(change(stx, sbtc, 'buy', 50, 20)).toBeCloseTo(25, 9);
    expect([change(stx, sbtc, 'buy', 5, null), change(stx, usdd, 'buy', null, 1)]).toEqual([null, null]);
  });

  it('shows an order that waits for dollars of either token', () => {
    const order = anOrder({ conditionToken: STX, baseAsset: 'USD', targetPrice: '2' });
    const lines = [pair, turnedPair(pair)].map((one) => orderLines([order], one, baseOf)[0]);
    expect(lines.map((line) => [line?.price, line?.unit, line?.isOfBought ?? false])).toEqual([
      [2, 'usd', false],
      [2, 'usd', true],
    ]);
    expect(lines[1]?.changes?.(3)).toEqual({ targetPrice: '3' });
  });
});
