import { describe, expect, it } from '@jest/globals';
import type { OrderSignature } from '../../../src/domain/order/ids.js';
import {
  differingTerms,
  isPast,
  ORDER_STATUSES,
  positionOf,
  sameTerms,
  txidOf as txidOfOrder,
  type Order,
  type OrderTerms,
} from '../../../src/domain/order/order.js';
import { STX } from '../../../src/domain/shared/contract-id.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import {
  A_TOKEN,
  A_VAULT,
  aConfirmedOrder,
  anOpenOrder,
  ANOTHER_OWNER,
  aPastOrder,
  handleFor,
  someTerms,
  T0,
  txidOf,
  uuidOf,
} from '../../support/builders.js';

const full: Required<OrderTerms> = {
  ...someTerms(),
  trigger: {
    kind: 'price',
    conditionToken: A_TOKEN,
    targetPrice: { text: '1.5', scaled: 15n * 10n ** 17n },
    direction: 'gt',
    baseAsset: 'USD',
  },
  validFrom: T0,
  validTo: new Date(T0.getTime() + 1000),
  strategy: { strategyId: 'plan', strategyPosition: 1 },
  clientOrderId: 'mine',
  integrator: 'app.example.org',
  minAmountOut: toUnits(2n),
  slippage: 0.01,
  maxPriceImpact: 0.1,
  minLiquidityUsd: 5,
  confirm: { blocks: 2 },
  replaces: handleFor(uuidOf(8)),
  revision: 1,
  after: { uuid: uuidOf(8), handle: handleFor(uuidOf(8)) },
  signed: { signature: 'a1'.repeat(65) as OrderSignature, fields: { amountIn: '1' } },
  metadata: { a: 1, b: { c: [1, 2], d: null } },
  extra: { note: 'x' },
};

const CHANGED: { readonly [Field in keyof OrderTerms]-?: OrderTerms[Field] } = {
  uuid: uuidOf(2),
  handle: handleFor(uuidOf(2)),
  owner: ANOTHER_OWNER,
  inputToken: A_TOKEN,
  outputToken: STX,
  amountIn: toUnits(1_000_001n),
  recipient: ANOTHER_OWNER,
  router: A_VAULT,
  signature: 'b2'.repeat(65) as OrderSignature,
  trigger: { ...full.trigger, direction: 'lt' },
  validFrom: new Date(T0.getTime() + 1),
  validTo: new Date(T0.getTime() + 1001),
  strategy: { strategyId: 'plan', strategyPosition: 2 },
  clientOrderId: 'yours',
  integrator: 'another',
  minAmountOut: toUnits(3n),
  slippage: 0.02,
  maxPriceImpact: 0,
  minLiquidityUsd: 6,
  confirm: { runs: 2 },
  replaces: handleFor(uuidOf(9)),
  revision: 2,
  after: { uuid: uuidOf(9), handle: handleFor(uuidOf(9)) },
  signed: { ...full.signed, fields: { amountIn: '2' } },
  metadata: { a: 1, b: { c: [2, 1], d: null } },
  extra: {},
};

describe('differingTerms', () => {
  it.each(Object.keys(CHANGED) as (keyof OrderTerms)[])(
    'names the fields as their owner sends them when %s differs',
    (field) => {
      const sent = { trigger: ['direction'], strategy: ['strategyPosition'], extra: ['note'] };
      const named = { ...sent, handle: [], signed: [], metadata: ['metadata'] } as Record<string, string[]>;
      expect(differingTerms(full, { ...full, [field]: CHANGED[field] })).toEqual(named[field] ?? [field]);
      expect(differingTerms(full, full)).toEqual([]);
      expect(differingTerms(someTerms(), someTerms())).toEqual([]);
    },
  );
});

describe('an order’s place and transaction', () => {
  it.each<[Order, string | undefined]>([
    [anOpenOrder({}, { sending: txidOf(3) }), undefined],
    [aConfirmedOrder(), txidOf(1)],
    [aPastOrder('confirmed', { txid: txidOf(2) }), txidOf(2)],
    [aPastOrder('cancelled', {}), undefined],
  ])('are those of %p', (order, txid) => {
    expect(txidOfOrder(order)).toBe(txid);
    expect(isPast(order)).toBe('imported' in order);
    const { status, createdAt, terms } = order;
    expect(positionOf(order)).toEqual({ status, createdAt, handle: terms.handle });
  });

  it('sort by status from open to ended', () => {
    expect(ORDER_STATUSES).toEqual(['open', 'broadcasted', 'confirmed', 'failed', 'cancelled']);
  });
});

describe('sameTerms', () => {
  it('returns true for equal terms in any key order', () => {
    const shuffled = Object.fromEntries(Object.entries(structuredClone(full)).reverse());
    const metadata = { b: { d: null, c: [1, 2] }, a: 1 };
    expect(sameTerms(full, { ...(shuffled as unknown as OrderTerms), metadata })).toBe(true);
    expect(sameTerms(someTerms(), someTerms())).toBe(true);
  });

  it.each(Object.keys(CHANGED) as (keyof OrderTerms)[])(
    'returns false when %s differs or is missing',
    (field) => {
      expect(sameTerms(full, { ...full, [field]: CHANGED[field] })).toBe(false);
      const { [field]: _left, ...without } = full;
      expect(sameTerms(full, without as OrderTerms)).toBe(false);
    },
  );

  it('returns false for different JSON values that look alike', () => {
    const extra = (value: OrderTerms['extra']) => someTerms({ extra: value });
    expect(sameTerms(extra({ a: 1 }), extra({ a: '1' }))).toBe(false);
    expect(sameTerms(extra({ a: null }), extra({}))).toBe(false);
    expect(sameTerms(extra({ a: [] }), extra({ a: {} }))).toBe(false);
    expect(sameTerms(extra({ a: ['1', '2'] }), extra({ a: { 0: '1', 1: '2' } }))).toBe(false);
  });
});
