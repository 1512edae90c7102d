import { describe, expect, it } from '@jest/globals';
import type { Order } from '../../../src/domain/order/order.js';
import {
  endsAt,
  expiryAt,
  hasTaken,
  MAX_AGE_MS,
  MAX_OCO_GROUP,
  ocoGroupOf,
  ocoGroupState,
  ocoSiblings,
  windowAt,
} from '../../../src/domain/order/lifecycle/strategy.js';
import {
  aBroadcastedOrder,
  aCancelledOrder,
  aConfirmedOrder,
  aFailedOrder,
  anOpenOrder,
  ANOTHER_OWNER,
  someTerms,
  T0,
  txidOf,
  uuidOf,
} from '../../support/builders.js';

const after = (ms: number) => new Date(T0.getTime() + ms);

describe('windowAt', () => {
  const window = { validFrom: after(1000), validTo: after(2000) };
  it.each([
    [999, 'before'],
    [1000, 'inside'],
    [1999, 'inside'],
    [2000, 'after'],
  ])('at %d ms, in a window from 1000 to 2000 ms, returns %s', (ms, place) => {
    expect(windowAt(someTerms(window), after(ms))).toBe(place);
  });

  it('returns inside at any time when the limit on that side is absent', () => {
    expect(windowAt(someTerms(), after(0))).toBe('inside');
    expect(windowAt(someTerms({ validFrom: after(1) }), after(10 ** 12))).toBe('inside');
    expect(windowAt(someTerms({ validTo: after(1) }), after(-(10 ** 12)))).toBe('inside');
  });
});

describe('expiryAt', () => {
  it('returns expired from validTo on, and max-age from 90 days on, for an open order', () => {
    const windowed = anOpenOrder({ validTo: after(1000) });
    expect(expiryAt(windowed, after(999))).toBeUndefined();
    expect(expiryAt(windowed, after(1000))).toBe('expired');
    expect(expiryAt(anOpenOrder(), after(MAX_AGE_MS - 1))).toBeUndefined();
    expect(expiryAt(anOpenOrder(), after(MAX_AGE_MS))).toBe('max-age');
    expect(MAX_AGE_MS).toBe(90 * 86_400_000);
  });

  it('returns undefined for an order that is not open', () => {
    const terms = { validTo: after(1000) };
    for (const order of [aBroadcastedOrder(terms), aConfirmedOrder(terms), aFailedOrder(terms)]) {
      expect(expiryAt(order, after(2 * MAX_AGE_MS))).toBeUndefined();
    }
  });
});

describe('endsAt', () => {
  it.each([
    [undefined, MAX_AGE_MS],
    [MAX_AGE_MS - 1, MAX_AGE_MS - 1],
    [MAX_AGE_MS + 1, MAX_AGE_MS],
    [1000, 1000],
  ])('with validTo at %p ms returns %d ms, the first time at which expiryAt is defined', (validTo, end) => {
    const order = anOpenOrder(validTo === undefined ? {} : { validTo: after(validTo) });
    expect(endsAt(order)).toEqual(after(end));
    expect(expiryAt(order, after(end - 1))).toBeUndefined();
    expect(expiryAt(order, after(end))).toBeDefined();
  });
});

const group = (strategyId: string) => ({ strategy: { strategyId }, metadata: { oco: true } });

describe('ocoGroupOf', () => {
  it('returns the strategyId when metadata.oco is true, and undefined when either is absent', () => {
    expect(ocoGroupOf(someTerms(group('exits')))).toBe('exits');
    expect(ocoGroupOf(someTerms({ strategy: { strategyId: 'exits' } }))).toBeUndefined();
    expect(ocoGroupOf(someTerms({ metadata: { oco: true } }))).toBeUndefined();
  });

  it.each([false, 'true', 1, null])('returns undefined when metadata.oco is %p', (oco) => {
    expect(ocoGroupOf(someTerms({ ...group('exits'), metadata: { oco } }))).toBeUndefined();
  });
});

describe('ocoSiblings', () => {
  const order = anOpenOrder({ ...group('exits'), uuid: uuidOf(1) });
  const sibling = aFailedOrder({ ...group('exits'), uuid: uuidOf(2) });
  const strangers = [
    anOpenOrder({ ...group('exits'), uuid: uuidOf(3), owner: ANOTHER_OWNER }),
    anOpenOrder({ ...group('entries'), uuid: uuidOf(4) }),
    anOpenOrder({ strategy: { strategyId: 'exits' }, uuid: uuidOf(5) }),
  ];

  it('returns the other orders of the same owner and group', () => {
    expect(ocoSiblings(order, [order, sibling, ...strangers])).toEqual([sibling]);
  });

  it('returns no orders for an order outside any group', () => {
    expect(ocoSiblings(anOpenOrder({ uuid: uuidOf(9) }), [order, sibling, ...strangers])).toEqual([]);
  });
});

describe('ocoGroupState', () => {
  const open = Array.from({ length: MAX_OCO_GROUP }, () => anOpenOrder());
  it.each<[ReturnType<typeof ocoGroupState>, string, readonly Order[]]>([
    ['open', 'no sibling', []],
    ['open', 'a cancelled sibling', [aCancelledOrder()]],
    ['open', 'one place left, whatever was cancelled', [...open.slice(1), aCancelledOrder()]],
    ['full', 'no place left', open],
    ['ended', 'a sibling whose swap was sent', [aBroadcastedOrder()]],
    ['ended', 'a sibling that failed among open ones', [...open, aFailedOrder()]],
  ])('is %s with %s', (state, _, siblings) => {
    expect(ocoGroupState(siblings)).toBe(state);
  });
});

describe('hasTaken', () => {
  it.each<[string, boolean, Order]>([
    ['open', false, anOpenOrder()],
    ['open with a swap stored', true, anOpenOrder({}, { sending: txidOf(1) })],
    ['broadcasted', true, aBroadcastedOrder()],
    ['confirmed', true, aConfirmedOrder()],
    ['failed', false, aFailedOrder()],
    ['cancelled', false, aCancelledOrder()],
  ])('given an order that is %s, returns %p', (_, taken, order) => {
    expect(hasTaken(order)).toBe(taken);
  });
});
