import { describe, expect, it } from '@jest/globals';
import type { ListedToken } from '../../../src/sdk/client/index.js';
import { EMPTY_FORM, type Form } from '../../../src/apps/page/swap/model/form.js';
import {
  eachAmount,
  filled,
  inOtherDirection,
  limitOut,
  limitPrice,
  ofKind,
  typedBought,
  typedSold,
} from '../../../src/apps/page/swap/model/boxes.js';
import { flipped } from '../../../src/apps/page/swap/model/flip.js';
import { moved, turned } from '../../../src/apps/page/swap/model/limit.js';
import { draftOrders } from '../../../src/apps/page/swap/model/orders.js';

const ADDRESS = 'ST1ZS1RMRMT8G39QVKH6QQAQ8QJDBB6F1XYM4QB9N';
const token = (name: string, decimals: number, base?: string): ListedToken => ({
  contractId: `${ADDRESS}.${name}`,
  name,
  symbol: name.toUpperCase(),
  identifier: name,
  description: '',
  image: '',
  decimals,
  ...(base !== undefined && { type: 'SUBNET' as const, base: `${ADDRESS}.${base}` }),
});
const dollars = token('dollar-subnet', 6, 'dollar');
const bitcoin = token('sbtc', 8);
const NOW = Date.parse('2026-11-22T12:00:00.000Z');

const draft = (form: Partial<Form>, minimumReceived?: string) =>
  draftOrders(
    { ...EMPTY_FORM, slippage: '0.5', sell: dollars, buy: bitcoin, amount: '100', ...form },
    { minimumReceived, now: NOW },
  );

describe('the orders of the swap form', () => {
  it('bounds a swap now by the minimum of its quote, for an hour', () => {
    expect(draft({}, '99261').orders).toEqual([
      {
        inputToken: dollars.contractId,
        outputToken: bitcoin.contractId,
        amountIn: '100000000',
        minAmountOut: '99261',
        validTo: '2026-11-22T13:00:00.000Z',
        conditionToken: '*',
        targetPrice: '0',
        direction: 'gt',
        maxPriceImpact: '0.05',
      },
    ]);
  });

  it('sells what the quote asks for an amount to buy, for at least that amount', () => {
    const wish = { amount: '', amountOut: '0.001' };
    const form = { ...EMPTY_FORM, ...wish, slippage: '0.5', sell: dollars, buy: bitcoin };
    const quoted = filled(form, { amountInExact: '100250000' });
    expect(quoted.amount).toBe('100.25');
    const context = { minimumReceived: '99000', now: NOW };
    expect(draftOrders(quoted, context).orders).toMatchObject([
      { amountIn: '100250000', minAmountOut: '100000' },
    ]);
    expect(draftOrders(filled(form, undefined), context)).toEqual({ orders: [], problems: {} });
    expect(filled(form, { amountInExact: '0' }).amount).toBe('');
    expect(draftOrders({ ...form, amountOut: '0.0000000001' }, context).problems).toEqual({
      amountOut: 'SBTC has 8 decimals.',
    });
    expect(filled({ ...form, kind: 'exits', amount: '3' }, undefined).amount).toBe('3');
  });

  it('makes no swap now without a quote, or for a minimum of nothing', () => {
    expect(draft({}).orders).toEqual([]);
    expect(draft({}, '0').orders).toEqual([]);
  });

  it('takes a limit in either direction of the pair', () => {
    const [one] = draft({ kind: 'limit', price: '0.00001', priceOf: 'sell' }).orders;
    const [other] = draft({ kind: 'limit', price: '100000', priceOf: 'buy' }).orders;
    expect(one).toMatchObject({ minAmountOut: '100000' });
    expect(other).toMatchObject({ minAmountOut: '100000' });
  });

  it('adds a trigger in dollars to a limit when one is asked for', () => {
    const trigger = { triggerOn: 'buy', triggerSide: 'below', triggerPrice: '90000' } as const;
    expect(draft({ kind: 'limit', price: '0.00001', ...trigger }).orders).toMatchObject([
      { conditionToken: bitcoin.contractId, targetPrice: '90000', direction: 'lt' },
    ]);
    expect(draft({ kind: 'limit', price: '0.00001', ...trigger, triggerPrice: '' })).toMatchObject({
      orders: [],
      problems: { triggerPrice: '' },
    });
  });

  it('makes a group of a stop and a target, bounded by slippage or by what they receive at least', () => {
    const { orders } = draft({
      kind: 'exits',
      exitUnit: 'buy',
      targetPrice: '0.00002',
      targetLeast: '0.0019',
      stopPrice: '0.000005',
    });
    expect(orders).toMatchObject([
      { direction: 'gt', minAmountOut: '190000', baseAsset: bitcoin.contractId, metadata: { oco: true } },
      { direction: 'lt', slippage: '0.005', baseAsset: bitcoin.contractId, metadata: { oco: true } },
    ]);
  });

  it('says so when the stop is not below the target', () => {
    expect(draft({ kind: 'exits', targetPrice: '1', stopPrice: '2' }).problems.stopPrice).toMatch(
      /must be below/,
    );
  });

  it('follows the price with a trailing stop, from a price on if one is named', () => {
    const { orders } = draft({ kind: 'trail', trailPercent: '7.5', trailFrom: '1.1', exitUnit: 'usd' });
    expect(orders).toMatchObject([
      { trail: { bps: 750 }, direction: 'lt', activationPrice: '1.1', slippage: '0.005' },
    ]);
    expect(orders[0]).toHaveProperty('conditionToken', `${ADDRESS}.dollar`);
    expect(draft({ kind: 'trail', trailPercent: '' }).problems).toEqual({ trailPercent: '' });
    expect(draft({ kind: 'trail', trailPercent: '99.5' }).problems.trailPercent).toBe('At most 99%.');
    expect(draft({ kind: 'trail', trailPercent: '1.234' }).problems.trailPercent).toBe('At most 2 decimals.');
  });

  it('makes an entry whose exits sell what it guarantees', () => {
    const copy = token('sbtc-subnet', 8, 'sbtc');
    const prices = { price: '100000', priceOf: 'buy', thenTarget: '110000', thenStop: '90000' } as const;
    const { orders } = draft({ kind: 'bracket', buy: copy, ...prices });
    expect(orders.map(({ direction, amountIn, targetPrice }) => [direction, amountIn, targetPrice])).toEqual([
      ['gt', '100000000', '0'],
      ['gt', '100000', '110000'],
      ['lt', '100000', '90000'],
    ]);
    expect(orders.slice(1).every(({ after }) => after === orders[0]!.uuid)).toBe(true);
    const other = { kind: 'bracket', ...prices } as const;
    expect(draft(other).problems.buy).toMatch(/^The exits sell this token/);
    expect(draft({ ...other, buy: copy, thenStop: '120000' }).problems.thenStop).toMatch(/must be below/);
    expect(draft({ ...other, buy: copy, thenStop: '' }).problems).toEqual({ thenStop: '' });
  });

  it('splits an amount into parts over a time', () => {
    const { orders } = draft({ kind: 'twap', parts: '3', span: '2', spanUnit: 'hour' });
    expect(orders.map(({ amountIn }) => Number(amountIn)).reduce((a, b) => a + b)).toBe(100_000_000);
    expect(orders.map(({ strategyPosition }) => strategyPosition)).toEqual([1, 2, 3]);
    const short = draft({ kind: 'twap', parts: '30', span: '20', spanUnit: 'minute' });
    expect(short.problems.span).toBe('Give each part a minute or more.');
    const long = draft({ kind: 'twap', parts: '3', span: '20', spanUnit: 'week' });
    expect(long.problems.span).toMatch(/90 days ahead/);
    expect(eachAmount({ ...EMPTY_FORM, kind: 'twap', amount: '100', parts: '3' }, dollars).value).toBe(
      '33333333',
    );
  });

  it('spreads a recurring plan over time', () => {
    const { orders } = draft({ kind: 'recurring', runs: '3', every: '2', everyUnit: 'day', slippage: '1' });
    expect(orders.map(({ slippage, strategyPosition }) => [slippage, strategyPosition])).toEqual([
      ['0.01', 1],
      ['0.01', 2],
      ['0.01', 3],
    ]);
    const [first, second] = orders.map(({ validFrom }) => Date.parse(validFrom!));
    expect(second! - first!).toBe(2 * 86_400_000);
  });

  it('names each field that is wrong, and makes no order', () => {
    expect(draft({ amount: '1,500' }).problems.amount).toMatch(/two ways/);
    expect(draft({ amount: '1.1234567' }).problems.amount).toBe('DOLLAR-SUBNET has 6 decimals.');
    expect(draft({ amount: '0' }).problems.amount).toBe('It must be above 0.');
    expect(draft({ amount: '' }).problems.amount).toBe('');
    expect(draft({ slippage: '80' }, '1').problems.slippage).toBe('At most 50%.');
    expect(draft({ kind: 'recurring', runs: '1' }).problems.runs).toMatch(/from 2 to 100/);
  });

  it('refuses a window that has passed or ends before it begins', () => {
    const times = { validity: 'times' } as const;
    expect(draft({ ...times, to: '2020-01-01T10:00' }, '1').problems.to).toMatch(/has passed/);
    expect(draft({ ...times, from: '2026-12-02T10:00', to: '2026-12-01T10:00' }, '1').problems.to).toMatch(
      /after the beginning/,
    );
  });

  it('makes no order that sells a plain token, or a token for itself', () => {
    expect(draft({ sell: token('dollar', 6) }, '1')).toEqual({ orders: [], problems: {} });
    expect(draft({ buy: dollars }, '1').problems.buy).toMatch(/you sell/);
  });

  it('forgets prices when its direction is reversed, and sells what it bought', () => {
    const [dollar, copy] = [token('dollar', 6), token('sbtc-subnet', 8, 'sbtc')];
    const tokens = [dollar, dollars, bitcoin, copy, token('moth', 0)];
    const sellers = { tokens, canSell: ({ type }: ListedToken) => type === 'SUBNET', held: () => 0n };
    const form = { ...EMPTY_FORM, sell: dollars, buy: bitcoin, amount: '1', price: '2', stopPrice: '3' };
    expect(flipped(form, '0.00001', sellers)).toMatchObject({
      sell: copy,
      buy: dollar,
      amount: '0.00001',
      amountOut: '',
      price: '',
      stopPrice: '',
    });
    expect(flipped({ ...form, buy: copy }, '', sellers)).toMatchObject({
      sell: copy,
      buy: dollars,
      amount: '',
    });
    expect(flipped({ ...form, buy: tokens[4] }, '1', sellers)).toBeUndefined();
    expect(flipped({ ...form, buy: undefined }, '1', sellers)).toBeUndefined();
  });
});

describe('the boxes of a limit order', () => {
  const limit: Form = { ...EMPTY_FORM, kind: 'limit', sell: dollars, buy: bitcoin, amount: '50' };
  const after = (form: Form, change: Partial<Form>): Form => ({ ...form, ...change });

  it('give the least amount that the price buys, as the order has it', () => {
    expect(limitOut(limit)).toBe('');
    expect(limitOut({ ...limit, price: '0.00001' })).toBe('0.0005');
    expect(limitOut({ ...limit, price: '90000', priceOf: 'buy' })).toBe('0.00055556');
    expect(limitOut({ ...limit, price: '0.0000000001' })).toBe('');
  });

  it('give the price that two amounts make, and the order keeps the amount to the unit', () => {
    const form = after(limit, typedBought(limit, '0.00055'));
    expect([limitPrice(form), limitOut(form)]).toEqual(['0.000011', '0.00055']);
    expect(draftOrders(form, { minimumReceived: undefined, now: NOW }).orders).toMatchObject([
      { amountIn: '50000000', minAmountOut: '55000' },
    ]);
    const turnedRound = after(form, inOtherDirection(form));
    expect([limitPrice(turnedRound), limitOut(turnedRound)]).toEqual(['90909.09', '0.00055']);
    const more = after(form, typedSold(form, '100'));
    expect([more.price, limitOut(more)]).toEqual(['0.000011', '0.0011']);
  });

  it('wait for the amount to sell if the one to buy is typed first', () => {
    const first = after({ ...limit, amount: '' }, typedBought(limit, '0.001'));
    expect(limitPrice({ ...first, amount: '' })).toBe('');
    const both = after(first, typedSold({ ...first, amount: '' }, '100'));
    expect([limitPrice(both), limitOut(both)]).toEqual(['0.00001', '0.001']);
  });

  it('keep the price of each kind of order to that kind', () => {
    const form = { ...limit, price: '0.00001' };
    const plan = after(form, ofKind(form, form, 'recurring'));
    expect(
      draftOrders({ ...plan, slippage: '1' }, { minimumReceived: undefined, now: NOW }).orders,
    ).toMatchObject(Array.from({ length: 4 }, () => ({ slippage: '0.01' })));
    expect(after(plan, ofKind(plan, plan, 'limit')).price).toBe('0.00001');
    const wish = { ...limit, kind: 'now', amount: '', amountOut: '0.001' } as const;
    expect(ofKind(wish, filled(wish, { amountInExact: '100250000' }), 'exits')).toMatchObject({
      amount: '100.25',
      amountOut: '',
    });
  });

  it('turn a price round and move it by percent', () => {
    expect([turned('4'), turned('0.25'), turned('x'), turned('1,000')]).toEqual(['0.25', '4', '', '']);
    expect([moved('2', 5), moved('2', -10), moved('100240.57', 1), moved('0.000009976', 10)]).toEqual([
      '2.1',
      '1.8',
      '101242.97',
      '0.0000109736',
    ]);
  });
});
