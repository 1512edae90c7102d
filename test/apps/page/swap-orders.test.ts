import { describe, expect, it } from '@jest/globals';
import type { ListedToken } from '../../../src/sdk/client/index.js';
import { EMPTY_FORM, flipped, type Form } from '../../../src/apps/page/swap/model/form.js';
import { filled } from '../../../src/apps/page/swap/model/exact-out.js';
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

  it('forgets amounts and prices when its direction is reversed', () => {
    expect(flipped({ ...EMPTY_FORM, sell: dollars, buy: bitcoin, amount: '1', price: '2' })).toMatchObject({
      sell: bitcoin,
      buy: dollars,
      amount: '',
      price: '',
    });
  });
});
