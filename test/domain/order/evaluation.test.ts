import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { evaluateOrder, type Circumstances } from '../../../src/domain/order/evaluation.js';
import type { OrderTerms } from '../../../src/domain/order/order.js';
import { MAX_AGE_MS } from '../../../src/domain/order/strategy.js';
import { evaluateTrigger, parseTargetPrice, type Trigger } from '../../../src/domain/order/trigger.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import {
  A_SUBNET_TOKEN,
  A_TOKEN,
  aBroadcastedOrder,
  aCancelledOrder,
  aConfirmedOrder,
  aFailedOrder,
  anOpenOrder,
  T0,
  txidOf,
} from '../../support/builders.js';

const at = (ms: number) => new Date(T0.getTime() + ms);

const triggerOf = (direction: 'gt' | 'lt', target: string, overrides: Partial<Trigger> = {}): Trigger => ({
  conditionToken: A_TOKEN,
  targetPrice: unwrap(parseTargetPrice(target)),
  direction,
  baseAsset: 'USD',
  ...overrides,
});
const ANY: Trigger = triggerOf('gt', '0', { conditionToken: '*' });

const priced = (usd: number, flags: object = {}) => ({
  priceOf: () => ({ usd, stale: false, thin: false, ...flags }),
});

const evaluate = (terms: Partial<OrderTerms>, circumstances: Partial<Circumstances> = {}) =>
  evaluateOrder(anOpenOrder(terms), { now: T0, priceOf: () => undefined, ...circumstances });

const failed = (reason: string, attempts = 1) => ({ attempts, at: at(1), reason });

describe('evaluateOrder', () => {
  it.each([aBroadcastedOrder(), aConfirmedOrder(), aFailedOrder(), aCancelledOrder()])(
    'says nothing of an order that is $status',
    (order) => {
      expect(evaluateOrder(order, { now: T0, priceOf: () => undefined })).toBeUndefined();
    },
  );

  const cases: readonly [string, Partial<OrderTerms>, Partial<Circumstances>, object][] = [
    ['an order without trigger', {}, {}, { state: 'manual', reason: 'manual' }],
    [
      'an order without trigger before its window',
      { validFrom: at(1) },
      {},
      { state: 'manual', reason: 'manual' },
    ],
    [
      'an order before its window',
      { trigger: ANY, validFrom: at(1) },
      {},
      { state: 'waiting', reason: 'waiting-window', opensAt: at(1) },
    ],
    [
      'an order in its window',
      { trigger: ANY, validFrom: T0, validTo: at(1) },
      {},
      { state: 'ready', reason: 'due' },
    ],
    [
      'an order after its window',
      { trigger: ANY, validFrom: at(-1), validTo: T0 },
      {},
      { state: 'ended', reason: 'expired' },
    ],
    [
      'an order that is too old',
      {},
      { now: new Date(T0.getTime() + MAX_AGE_MS) },
      { state: 'ended', reason: 'max-age' },
    ],
    [
      'a token that was never priced',
      { trigger: triggerOf('gt', '1') },
      {},
      { state: 'held', reason: 'price-missing', token: A_TOKEN },
    ],
    [
      'a stale price',
      { trigger: triggerOf('gt', '1') },
      priced(2, { stale: true }),
      { state: 'held', reason: 'price-stale', token: A_TOKEN },
    ],
    [
      'a thin price of the base asset',
      { trigger: triggerOf('gt', '1', { baseAsset: A_SUBNET_TOKEN }) },
      { priceOf: (token) => ({ usd: 2, stale: false, thin: token === A_SUBNET_TOKEN }) },
      { state: 'held', reason: 'price-thin', token: A_SUBNET_TOKEN },
    ],
    [
      'a price that has to rise by half',
      { trigger: triggerOf('gt', '3') },
      priced(2),
      { state: 'waiting', reason: 'waiting-price', ratio: '2', distance: '0.5' },
    ],
    [
      'a price that has to fall by a third, rounded away from zero',
      { trigger: triggerOf('lt', '2') },
      priced(3),
      { state: 'waiting', reason: 'waiting-price', ratio: '3', distance: '-0.333334' },
    ],
    [
      'a price that has to become nothing',
      { trigger: triggerOf('lt', '0') },
      priced(0.25),
      { state: 'waiting', reason: 'waiting-price', ratio: '0.25', distance: '-1' },
    ],
    [
      'a price below all measure',
      { trigger: triggerOf('gt', '1') },
      priced(1e-20),
      { state: 'waiting', reason: 'waiting-price', ratio: '0' },
    ],
    [
      'a price on the target',
      { trigger: triggerOf('gt', '2') },
      priced(2),
      { state: 'ready', reason: 'due' },
    ],
    [
      'an attempt that failed',
      { trigger: ANY },
      { retry: failed('no-route') },
      { state: 'backing-off', reason: 'no-route', attempts: 1, retryAt: at(1) },
    ],
    [
      'an attempt that failed for reasons of the operator',
      { trigger: ANY },
      { retry: failed('broadcast-refused', 5) },
      { state: 'backing-off', reason: 'backing-off', attempts: 5, retryAt: at(1) },
    ],
    [
      'a pause that is over',
      { trigger: ANY },
      { retry: failed('no-route'), now: at(1) },
      { state: 'ready', reason: 'due' },
    ],
    [
      'a price that moved away after an attempt failed',
      { trigger: triggerOf('gt', '3') },
      { ...priced(2), retry: failed('no-route') },
      { state: 'waiting', reason: 'waiting-price', ratio: '2', distance: '0.5' },
    ],
  ];
  it.each(cases)('%s', (_, terms, circumstances, evaluation) => {
    expect(evaluate(terms, circumstances)).toEqual(evaluation);
  });

  it('puts a swap on its way before everything else', () => {
    const order = anOpenOrder({ validTo: T0 }, { sending: txidOf(3) });
    expect(evaluateOrder(order, { now: at(5), priceOf: () => undefined })).toEqual({
      state: 'sending',
      reason: 'broadcast-unknown',
      txid: txidOf(3),
    });
  });

  it('agrees with the trigger, and has a distance of the right sign while it waits', () => {
    const price = fc.double({ min: 1e-9, max: 1e9, noNaN: true });
    const target = fc.bigInt({ min: 0n, max: 10n ** 27n });
    const direction = fc.constantFrom('gt', 'lt');
    fc.assert(
      fc.property(price, target, direction, (usd, scaled, way) => {
        const trigger = triggerOf(way, '0', { targetPrice: { text: '', scaled } });
        const evaluation = evaluate({ trigger }, priced(usd));
        const { fires } = evaluateTrigger(trigger, priced(usd).priceOf);
        if (fires) return evaluation?.state === 'ready';
        if (evaluation?.reason !== 'waiting-price') return false;
        const distance = Number(evaluation.distance);
        return way === 'gt' ? distance > 0 : distance < 0;
      }),
    );
  });
});
