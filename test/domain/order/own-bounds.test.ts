import { describe, expect, it } from '@jest/globals';
import {
  checkOffer,
  hasOwnBound,
  type Offer,
  type SentBy,
} from '../../../src/domain/order/evaluation/own-bounds.js';
import type { OrderTerms } from '../../../src/domain/order/order.js';
import { toUnits } from '../../../src/domain/shared/units.js';

type Bounds = Pick<OrderTerms, 'minAmountOut' | 'slippage' | 'maxPriceImpact'>;

const least = (amount: bigint): Bounds => ({ minAmountOut: toUnits(amount) });
const offer = (changes: Partial<Offer> = {}): Offer => ({
  amountOut: toUnits(100n),
  priceImpact: 0,
  protected: true,
  ...changes,
});

describe('hasOwnBound', () => {
  it.each<[string, Bounds, boolean]>([
    ['neither', {}, false],
    ['a minimum of 0', least(0n), false],
    ['a largest price impact only', { maxPriceImpact: 0.1 }, false],
    ['a minimum', least(1n), true],
    ['a slippage', { slippage: 0.01 }, true],
    ['a slippage of 0', { slippage: 0 }, true],
  ])('returns for an order with %s: %p %p', (_name, terms, expected) => {
    expect(hasOwnBound(terms)).toBe(expected);
  });
});

describe('checkOffer', () => {
  it.each<[string, Bounds, Partial<Offer>, string | undefined]>([
    ['an order without bounds', {}, { protected: false }, undefined],
    ['an order without bounds', {}, { priceImpact: 0.05 }, undefined],
    ['a minimum that is met exactly', least(100n), {}, undefined],
    ['a minimum that is missed', least(101n), {}, 'below-minimum'],
    ['a minimum of 0', least(0n), { protected: false }, undefined],
    ['a minimum', least(1n), { protected: false }, 'unprotected-route'],
    ['a minimum that is missed', least(101n), { protected: false }, 'unprotected-route'],
    ['a slippage', { slippage: 0.01 }, { protected: false }, 'unprotected-route'],
    ['a slippage', { slippage: 0.01 }, {}, undefined],
    ['a price impact at its bound', { maxPriceImpact: 0.1 }, { priceImpact: 0.1 }, undefined],
    ['a price impact above it', { maxPriceImpact: 0.1 }, { priceImpact: 0.1001 }, 'price-impact'],
    ['a bound of 0', { maxPriceImpact: 0 }, { priceImpact: 1e-9 }, 'price-impact'],
  ])('decides for every sender about %s %p at %p: %p', (_name, terms, changes, expected) => {
    for (const by of ['owner', 'executor'] as const) {
      const checked = checkOffer(terms, offer(changes), by);
      expect(checked.ok ? undefined : checked.error.kind).toBe(expected);
    }
  });

  it.each<[SentBy, number, string | undefined]>([
    ['executor', 0.05, undefined],
    ['executor', 0.0500001, 'price-impact'],
    ['owner', 0.0500001, undefined],
    ['owner', 1, undefined],
  ])('lets the %s send an order without a bound at a price impact of %p: %p', (by, priceImpact, expected) => {
    const checked = checkOffer({}, offer({ priceImpact }), by);
    expect(checked.ok ? undefined : checked.error.kind).toBe(expected);
  });

  it('returns the figures', () => {
    expect(checkOffer(least(101n), offer(), 'executor')).toMatchObject({
      error: { amountOut: 100n, minAmountOut: 101n },
    });
    expect(checkOffer({}, offer({ priceImpact: 0.2 }), 'executor')).toMatchObject({
      error: { priceImpact: 0.2, maxPriceImpact: 0.05 },
    });
  });
});
