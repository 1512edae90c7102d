import { describe, expect, it } from '@jest/globals';
import {
  dayOf,
  exceededQuota,
  FIXED_ORDER_BYTES,
  storedBytes,
  tooLarge,
  type OrderQuotas,
} from '../../../src/domain/order/limits/quotas.js';
import type { OrderSignature } from '../../../src/domain/order/ids.js';
import { someTerms } from '../../support/builders.js';

const EMPTY = FIXED_ORDER_BYTES + '[{},{},{},{}]'.length;
/** 8 bytes of JSON more than nothing. */
const FIELD = { abc: 'é' };
const signed = { signature: '' as OrderSignature, fields: FIELD };

describe('storedBytes', () => {
  it('adds to every order the bytes in UTF-8 of each of its free fields', () => {
    expect(storedBytes(someTerms())).toBe(EMPTY);
    expect(storedBytes(someTerms({ metadata: {}, signed: { ...signed, fields: {} } }))).toBe(EMPTY);
    for (const free of [{ metadata: FIELD }, { extra: FIELD }, { signed }])
      expect(storedBytes(someTerms(free))).toBe(EMPTY + '"abc":"e"'.length + 1);
    const strategy = { strategyId: 'a' };
    expect(storedBytes(someTerms({ strategy }))).toBe(EMPTY + '"strategyId":"a"'.length);
  });
});

describe('tooLarge', () => {
  it.each([
    [undefined, undefined],
    [EMPTY, undefined],
    [EMPTY - 1, { kind: 'order-too-large', bytes: EMPTY, limit: EMPTY - 1 }],
  ])('with a limit of %p bytes refuses an order above it alone', (orderBytes, refused) => {
    expect(tooLarge(someTerms(), { orderBytes })).toEqual(refused);
  });
});

describe('exceededQuota', () => {
  const HOUR = 3_600_000;
  const now = new Date('2026-11-20T22:00:00Z');
  const [open, placed] = [
    { orders: 3, bytes: 300 },
    { orders: 7, bytes: 700 },
  ];

  it.each<[OrderQuotas, object | undefined]>([
    [{}, undefined],
    [{ openOrders: 3, openBytes: 300, dailyOrders: 7, dailyBytes: 700 }, undefined],
    [{ openOrders: 2 }, { kind: 'open-quota-exceeded', of: 'orders', used: 3, limit: 2 }],
    [{ openBytes: 299 }, { kind: 'open-quota-exceeded', of: 'bytes', used: 300, limit: 299 }],
    [
      { openOrders: 3, dailyOrders: 6 },
      { of: 'orders', used: 7, limit: 6 },
    ],
    [
      { openBytes: 300, dailyBytes: 699 },
      { of: 'bytes', used: 700, limit: 699 },
    ],
    [
      { openBytes: 0, dailyOrders: 0 },
      { kind: 'open-quota-exceeded', of: 'bytes', used: 300, limit: 0 },
    ],
  ])('with the quotas %j names the first that is exceeded', (quotas, exceeded) => {
    const daily = exceeded && { kind: 'daily-quota-exceeded', msLeft: 2 * HOUR };
    const isOpen = exceeded !== undefined && 'kind' in exceeded;
    expect(exceededQuota({ open, placed, now }, quotas)).toEqual(
      isOpen ? exceeded : exceeded && { ...daily, ...exceeded },
    );
  });

  it('counts days from midnight to midnight, UTC', () => {
    const midnight = new Date('2026-11-20T00:00:00Z');
    expect(dayOf(now)).toEqual(midnight);
    expect(dayOf(midnight)).toEqual(midnight);
    expect(dayOf(new Date(midnight.getTime() - 1))).toEqual(new Date('2026-11-19T00:00:00Z'));
  });
});
