import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { evaluateOrder, type Circumstances } from '../../../src/domain/order/evaluation/evaluation.js';
import type { OrderTerms } from '../../../src/domain/order/order.js';
import { MAX_AGE_MS } from '../../../src/domain/order/lifecycle/strategy.js';
import { unmetBy } from '../../../src/domain/order/conditions/conditions.js';
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
import { aPriceCondition, aWindowCondition } from '../../support/conditions.js';

const at = (ms: number) => new Date(T0.getTime() + ms);

const ANY = aWindowCondition();

const priced = (usd: number, flags: object = {}) => ({
  priceOf: () => ({ usd, stale: false, thin: false, liquidityUsd: 1_000, ...flags }),
});

const evaluate = (terms: Partial<OrderTerms>, circumstances: Partial<Circumstances> = {}) =>
  evaluateOrder(anOpenOrder(terms), {
    now: T0,
    priceOf: () => undefined,
    minLiquidityUsd: 0,
    ...circumstances,
  });

const LOW = {
  state: 'held',
  reason: 'low-liquidity',
  token: A_TOKEN,
  liquidityUsd: 1_000,
  minLiquidityUsd: 1_001,
};

const failed = (reason: string, attempts = 1) => ({ attempts, at: at(1), reason });

describe('evaluateOrder', () => {
  it.each([aBroadcastedOrder(), aConfirmedOrder(), aFailedOrder(), aCancelledOrder()])(
    'returns undefined for an order that is $status',
    (order) => {
      expect(evaluateOrder(order, { now: T0, priceOf: () => undefined, minLiquidityUsd: 0 })).toBeUndefined();
    },
  );

  const cases: readonly [string, Partial<OrderTerms>, Partial<Circumstances>, object][] = [
    ['is manual for an order without a trigger', {}, {}, { state: 'manual', reason: 'manual' }],
    [
      'is manual for an order without a trigger, even before its window',
      { validFrom: at(1) },
      {},
      { state: 'manual', reason: 'manual' },
    ],
    [
      'waits for the window before it opens',
      { trigger: ANY, validFrom: at(1) },
      {},
      { state: 'waiting', reason: 'waiting-window', opensAt: at(1) },
    ],
    [
      'is ready from the start of the window on',
      { trigger: ANY, validFrom: T0, validTo: at(1) },
      {},
      { state: 'ready', reason: 'due' },
    ],
    [
      'has ended when the window closes',
      { trigger: ANY, validFrom: at(-1), validTo: T0 },
      {},
      { state: 'ended', reason: 'expired' },
    ],
    [
      'has ended at the maximum age',
      {},
      { now: new Date(T0.getTime() + MAX_AGE_MS) },
      { state: 'ended', reason: 'max-age' },
    ],
    [
      'is held when the token has no price',
      { trigger: aPriceCondition('gt', '1') },
      {},
      { state: 'held', reason: 'price-missing', token: A_TOKEN },
    ],
    [
      'is held when the price is stale',
      { trigger: aPriceCondition('gt', '1') },
      priced(2, { stale: true }),
      { state: 'held', reason: 'price-stale', token: A_TOKEN },
    ],
    [
      'is held when the price of the base asset is thin',
      { trigger: aPriceCondition('gt', '1', { baseAsset: A_SUBNET_TOKEN }) },
      { priceOf: (token) => ({ usd: 2, stale: false, thin: token === A_SUBNET_TOKEN, liquidityUsd: 0 }) },
      { state: 'held', reason: 'price-thin', token: A_SUBNET_TOKEN },
    ],
    [
      'waits at distance 0.5 when the price has to rise by half',
      { trigger: aPriceCondition('gt', '3') },
      priced(2),
      { state: 'waiting', reason: 'waiting-price', ratio: '2', distance: '0.5' },
    ],
    [
      'waits at a distance rounded away from zero when the price has to fall by a third',
      { trigger: aPriceCondition('lt', '2') },
      priced(3),
      { state: 'waiting', reason: 'waiting-price', ratio: '3', distance: '-0.333334' },
    ],
    [
      'waits at distance -1 when the price has to fall to 0',
      { trigger: aPriceCondition('lt', '0') },
      priced(0.25),
      { state: 'waiting', reason: 'waiting-price', ratio: '0.25', distance: '-1' },
    ],
    [
      'waits at distance -1 when a ratio that rounds to 0 has to fall to it',
      { trigger: aPriceCondition('lt', '0') },
      priced(1e-20),
      { state: 'waiting', reason: 'waiting-price', ratio: '0', distance: '-1' },
    ],
    [
      'waits without a distance when the ratio rounds to 0',
      { trigger: aPriceCondition('gt', '1') },
      priced(1e-20),
      { state: 'waiting', reason: 'waiting-price', ratio: '0' },
    ],
    [
      'is ready when the price is exactly on the target',
      { trigger: aPriceCondition('gt', '2') },
      priced(2),
      { state: 'ready', reason: 'due' },
    ],
    [
      'backs off with the reason of the failed attempt',
      { trigger: ANY },
      { retry: failed('no-route') },
      { state: 'backing-off', reason: 'no-route', attempts: 1, retryAt: at(1) },
    ],
    [
      'backs off without a reason when the operator caused the failure',
      { trigger: ANY },
      { retry: failed('broadcast-refused', 5) },
      { state: 'backing-off', reason: 'backing-off', attempts: 5, retryAt: at(1) },
    ],
    [
      'is held while too little liquidity backs a price that is met',
      { trigger: aPriceCondition('gt', '2'), minLiquidityUsd: 1_001 },
      priced(2),
      LOW,
    ],
    [
      'is held by the least liquidity of the server if the order names none',
      { trigger: aPriceCondition('gt', '2') },
      { ...priced(2), minLiquidityUsd: 1_001 },
      LOW,
    ],
    [
      'is ready with the liquidity that the order demands, whatever the server’s own',
      { trigger: aPriceCondition('gt', '2'), minLiquidityUsd: 1_000 },
      { ...priced(2), minLiquidityUsd: 5_000 },
      { state: 'ready', reason: 'due' },
    ],
    [
      'waits with the figures of its confirmation',
      { trigger: ANY },
      { retry: { ...failed('waiting-confirmation'), figures: { confirmed: 1 } } },
      { state: 'waiting', reason: 'waiting-confirmation', retryAt: at(1), confirmed: 1 },
    ],
    [
      'waits for other pools than its own',
      { trigger: ANY },
      { retry: failed('own-pool') },
      { state: 'waiting', reason: 'own-pool', retryAt: at(1) },
    ],
    [
      'is ready after a dry run, which stops all orders alike',
      { trigger: ANY },
      { retry: failed('dry-run') },
      { state: 'ready', reason: 'due' },
    ],
    [
      'is ready again when the pause is over',
      { trigger: ANY },
      { retry: failed('no-route'), now: at(1) },
      { state: 'ready', reason: 'due' },
    ],
    [
      'waits for the price when it moved away after a failed attempt',
      { trigger: aPriceCondition('gt', '3') },
      { ...priced(2), retry: failed('no-route') },
      { state: 'waiting', reason: 'waiting-price', ratio: '2', distance: '0.5' },
    ],
  ];
  it.each(cases)('%s', (_, terms, circumstances, evaluation) => {
    expect(evaluate(terms, circumstances)).toStrictEqual(evaluation);
  });

  it('returns sending while a swap is stored, even after validTo', () => {
    const order = anOpenOrder({ validTo: T0 }, { sending: txidOf(3) });
    expect(evaluateOrder(order, { now: at(5), priceOf: () => undefined, minLiquidityUsd: 0 })).toEqual({
      state: 'sending',
      reason: 'broadcast-unknown',
      txid: txidOf(3),
    });
  });

  it('is ready when the price condition is met, and otherwise waits with the signed distance to the target', () => {
    const price = fc.double({ min: 1e-9, max: 1e9, noNaN: true });
    const target = fc.bigInt({ min: 0n, max: 10n ** 27n });
    const direction = fc.constantFrom('gt', 'lt');
    fc.assert(
      fc.property(price, target, direction, (usd, scaled, way) => {
        const trigger = aPriceCondition(way, '0', { targetPrice: { text: '', scaled } });
        const evaluation = evaluate({ trigger }, priced(usd));
        if (unmetBy(trigger, priced(usd).priceOf) === undefined) return evaluation?.state === 'ready';
        if (evaluation?.reason !== 'waiting-price') return false;
        const distance = Number(evaluation.distance);
        return way === 'gt' ? distance > 0 : distance < 0;
      }),
    );
  });
});
