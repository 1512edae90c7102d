import { describe, expect, it } from '@jest/globals';
import type { Alert, ListedToken, Order } from '../../../src/sdk/client/index.js';
import {
  alertText,
  boundProblem,
  EMPTY_ALERT,
  firingText,
  newAlertOf,
} from '../../../src/apps/page/alerts/alert-words.js';
import { changesOf, formOf as changeFormOf, type Traded } from '../../../src/apps/page/orders/change.js';
import { endOf, paidPrice, priceOfOrder, sortedHere } from '../../../src/apps/page/orders/order-price.js';
import { filtersOf, isShown, requestOf } from '../../../src/apps/page/orders/order-query.js';
import { repeatQuery } from '../../../src/apps/page/orders/repeat.js';
import { formOf } from '../../../src/apps/page/swap/model/form-address.js';
import { Heard } from '../../../src/apps/page/telling/heard.js';
import { newsOf } from '../../../src/apps/page/telling/news.js';
import { walletApps } from '../../../src/apps/page/wallet/wallet-apps.js';
import { plainWords } from '../../../src/sdk/words/token-words.js';
import { anOrder } from './an-order.js';

const NOW = Date.parse('2026-11-22T12:00:00.000Z');
const token = (contractId: string, symbol: string, decimals: number, base?: string) =>
  ({
    contractId,
    symbol,
    decimals,
    name: symbol,
    identifier: symbol,
    ...(base && { type: 'SUBNET', base }),
  }) as ListedToken;
const stx = token('.stx', 'STX', 6);
const copy = token('ST1.stx-subnet', 'STX', 6, '.stx');
const dollar = token('ST1.dollar', 'USDd', 6);
const TOKENS = [stx, copy, dollar];
const find = (id: string) => TOKENS.find(({ contractId }) => contractId === id);
const words = plainWords(TOKENS);
const USD: Readonly<Record<string, number>> = { '.stx': 2, 'ST1.stx-subnet': 2, 'ST1.dollar': 1 };
const facts = {
  words,
  decimalsOf: (id: string) => find(id)?.decimals,
  usdOf: (id: string) => USD[id],
};
const order = (fields: Partial<Order> = {}): Order => ({
  ...anOrder({ inputToken: copy.contractId, outputToken: dollar.contractId, amountIn: '10000000' }),
  ...fields,
});
const STOP = {
  conditionToken: '.stx',
  targetPrice: '1.5',
  direction: 'lt',
  role: 'stop',
  kind: 'stop',
} as const;

describe('the price of an order', () => {
  it.each<[string, Partial<Order>, string, string | undefined, number | undefined]>([
    ['a stop', STOP, '≤ $1.5', '$2', -0.25],
    [
      'a limit',
      { conditionToken: '*', targetPrice: '0', minAmountOut: '22000000' },
      '≥ 2.2 USDd',
      '2 USDd',
      0.1,
    ],
    [
      'a trailing stop',
      {
        ...STOP,
        targetPrice: undefined,
        trail: { bps: 500 },
        trailing: { mark: '2', markedAt: '', stop: '1.9' },
      } as never,
      '≤ $1.9',
      '$2',
      -0.05,
    ],
    ['a market order', { conditionToken: '*', targetPrice: '0' }, '–', undefined, undefined],
  ])('of %s is what its owner reads', (_, fields, text, now, far) => {
    const price = priceOfOrder(order(fields), facts);
    expect([price.text, price.now]).toEqual([text, now]);
    if (far === undefined) expect(price.distance).toBeUndefined();
    else expect(price.distance).toBeCloseTo(far, 6);
  });

  it('that a fill paid is of one sold token', () => {
    const filled = order({ executedAmountIn: '10000000', executedAmountOut: '20100000' });
    expect(paidPrice(filled, facts)).toBe('2.01 USDd');
    expect(paidPrice(order(), facts)).toBeUndefined();
  });

  it('sorts the nearest first, and those without a price last', () => {
    const [far, near, none] = [
      order({ ...STOP, handle: 'far' }),
      order({ ...STOP, targetPrice: '1.9', handle: 'near' }),
      order({ handle: 'none', minAmountOut: '0' }),
    ];
    const sorted = sortedHere([none, far, near], 'nearest', facts);
    expect(sorted.map(({ handle }) => handle)).toEqual(['near', 'far', 'none']);
    const soon = order({ validTo: '2026-11-23T00:00:00.000Z' });
    expect(sortedHere([far, soon], 'ends-next', facts)[0]).toBe(soon);
    expect(endOf(order({ createdAt: '2026-11-01T00:00:00.000Z' }))).toBe('2027-01-30T00:00:00.000Z');
  });
});

describe('the tabs of the orders', () => {
  const filters = (query: string) => filtersOf(new URLSearchParams(query));

  it.each([
    ['tab=open', 'open'],
    ['tab=history', 'ended'],
    ['tab=history&status=failed', 'failed'],
    ['tab=open&status=failed', 'open'],
    ['tab=all', undefined],
    ['', 'open'],
    ['plan=dca', undefined],
    ['status=failed', 'failed'],
  ])('for %j ask for the status %s', (query, status) => {
    expect(requestOf(filters(query), undefined).status).toBe(status);
  });

  it('keep a sort that they offer alone', () => {
    expect(filters('tab=open&sort=nearest').sort).toBe('nearest');
    expect(filters('tab=history&sort=nearest').sort).toBe('newest');
    expect(filters('tab=open&sort=status').sort).toBe('newest');
  });

  it('show an order that ended in the history alone', () => {
    const ended = order({ status: 'cancelled' });
    expect(['open', 'history', 'all'].map((tab) => isShown(ended, filters(`tab=${tab}`)))).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe('an order that is repeated', () => {
  it.each<[string, Partial<Order>, object]>([
    ['stop', { ...STOP, slippage: 0.01 }, { kind: 'exits', stopPrice: '1.5', slippage: '1', amount: '10' }],
    [
      'limit',
      { conditionToken: '*', targetPrice: '0', minAmountOut: '22000000' },
      { kind: 'limit', amountOut: '22' },
    ],
    ['trailing stop', { ...STOP, trail: { bps: 750 } }, { kind: 'trail', trailPercent: '7.5' }],
    ['swap', { conditionToken: '*', targetPrice: '0' }, { kind: 'now' }],
  ])('fills the form as a %s', (_, fields, form) => {
    const query = repeatQuery(order(fields), find);
    expect(formOf(new URLSearchParams(query))).toMatchObject(form);
    expect(repeatQuery(order({ ...fields, outputToken: 'ST1.gone' }), find)).toBeUndefined();
  });
});

describe('an order that the form does not have', () => {
  it.each<[string, Partial<Order>]>([
    ['is executed by hand', { conditionToken: undefined } as never],
    ['waits for the price of a third token', { conditionToken: 'ST1.other', minAmountOut: '1' }],
    ['waits for the bought token without a minimum', { conditionToken: dollar.contractId }],
    ['trails by a price', { ...STOP, trail: { price: '0.1' } }],
    ['trails upwards', { ...STOP, direction: 'gt', trail: { bps: 500 } }],
    ['has its price in a third token', { ...STOP, baseAsset: 'ST1.other' }],
  ])('is not repeated if it %s', (_, fields) => {
    expect(repeatQuery(order(fields), find)).toBeUndefined();
  });
});

describe('the change of an order', () => {
  type Typed = Parameters<typeof changesOf>[1];
  const change = (form: Partial<Typed>, fields: Partial<Order> = STOP) => {
    const traded = { sold: find(order(fields).inputToken)!, bought: dollar } as Traded;
    return changesOf(order(fields), { ...changeFormOf(order(fields), traded), ...form }, traded, NOW);
  };

  it('of a limit is that of its price, which is there at first', () => {
    const limit = {
      conditionToken: order({}).inputToken,
      targetPrice: '0',
      direction: 'gt',
      amountIn: '10000000',
    } as const;
    const traded = { sold: find(order({}).inputToken)!, bought: dollar } as Traded;
    expect(changeFormOf(order({ ...limit, minAmountOut: '15000000' }), traded).price).toBe('1.5');
    expect(change({}, { ...limit, minAmountOut: '15000000' }).changes).toBeUndefined();
    expect(change({ price: '1.6' }, { ...limit, minAmountOut: '15000000' }).changes).toEqual({
      minAmountOut: '16000000',
    });
  });

  it('holds the fields that were typed alone', () => {
    expect(change({}).changes).toBeUndefined();
    expect(change({ price: '1.6' }).changes).toEqual({ targetPrice: '1.6' });
    expect(change({ price: '7.5' }, { ...STOP, trail: { bps: 500 } }).changes).toEqual({
      trail: { bps: 750 },
    });
    expect(change({ least: '14.5' }).changes).toEqual({ minAmountOut: '14500000' });
    expect(change({ until: '2026-11-30T00:00:00Z' }).changes).toEqual({
      validTo: '2026-11-30T00:00:00.000Z',
    });
  });

  it('is not made while a field is wrong', () => {
    const wrong = change({ price: '1.6', until: '2026-11-01T00:00' });
    expect(wrong).toMatchObject({ changes: undefined, problems: { until: 'This time has passed.' } });
  });
});

describe('news', () => {
  it.each<[Partial<Order>, string | undefined]>([
    [
      { status: 'confirmed', executedAmountIn: '10000000', executedAmountOut: '20100000' },
      'Sold 10 STX (subnet) for 20.1 USDd.',
    ],
    [
      { status: 'failed', failureReason: 'abort_by_post_condition' },
      expect.stringMatching(/The chain aborted its swap/) as never,
    ],
    [{ status: 'cancelled', cancelReason: 'expired' }, expect.stringMatching(/its window ended/) as never],
    [{ status: 'cancelled', cancelReason: 'owner' }, undefined],
    [{ status: 'open' }, undefined],
  ])('of %j is %j', (fields, text) => {
    expect(newsOf(order(fields), words)?.text).toEqual(text);
  });

  it('is of what has ended since the last look, once', () => {
    const heard = new Heard();
    const [open, ended] = [order({ handle: 'a' }), order({ handle: 'b', status: 'confirmed' })];
    expect(heard.take([open, ended])).toEqual([]);
    const filled = order({ handle: 'a', status: 'confirmed' });
    const placed = order({ handle: 'c', status: 'failed' });
    expect(heard.openBut([placed])).toEqual(['a']);
    expect(heard.take([filled, placed, ended])).toEqual([filled, placed]);
    expect(heard.take([filled, placed, ended])).toEqual([]);
  });
});

describe('an alert', () => {
  const form = { ...EMPTY_ALERT, token: copy };

  it('is made of the fields of its kind', () => {
    expect(newAlertOf({ ...form, bound: '2.5', note: ' moon ' })).toEqual({
      kind: 'price',
      token: '.stx',
      direction: 'above',
      price: '2.5',
      note: 'moon',
    });
    expect(newAlertOf({ ...form, kind: 'move', bound: '5' })).toEqual({
      kind: 'move',
      token: '.stx',
      bps: 500,
      seconds: 3_600,
    });
    expect(newAlertOf({ ...form, kind: 'balance', bound: '1.5' })).toMatchObject({
      token: copy.contractId,
      amount: '1500000',
    });
    expect(newAlertOf(form)).toBeUndefined();
    expect(boundProblem({ ...form, kind: 'move', bound: '0.001' })).toBe('At least 0.01%.');
  });

  it('says what it waits for, and what it fired at', () => {
    const alert = {
      kind: 'price',
      token: '.stx',
      direction: 'above',
      price: '2.5',
      value: '2.51',
      note: 'moon',
    } as Alert;
    expect(alertText(alert, words)).toBe('STX at or above $2.5');
    expect(firingText(alert, words)).toBe('Alert: STX at or above $2.5, now $2.51 (moon)');
    const move = { kind: 'move', token: '.stx', bps: 500, seconds: 900, value: '-512' } as Alert;
    expect(firingText(move, words)).toBe('Alert: STX moves by 5% within 15 minutes, now -5.12%');
  });
});

it('opens in the browsers of wallets by links that name the whole address', () => {
  const [leather, xverse] = walletApps('https://dex.example.org/#/swap?sell=a');
  expect(leather?.url).toBe('leather://browser?url=https%3A%2F%2Fdex.example.org%2F%23%2Fswap%3Fsell%3Da');
  expect(xverse?.url).toMatch(/^https:\/\/connect\.xverse\.app\/browser\?url=https%3A/);
});
