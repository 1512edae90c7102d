import { describe, expect, it } from '@jest/globals';
import { gridPointAt, isStale, isThin } from '../../../src/domain/price-series/price.js';

describe('isStale', () => {
  it('returns true when the price is more than 15 minutes old, and false at exactly 15', () => {
    const updatedAt = new Date('2026-03-04T12:00:00Z');
    expect(isStale(updatedAt, new Date('2026-03-04T12:15:00.000Z'))).toBe(false);
    expect(isStale(updatedAt, new Date('2026-03-04T12:15:00.001Z'))).toBe(true);
  });
});

describe('isThin', () => {
  it.each([
    [null, false],
    [0, false],
    [25, false],
    [25.000001, true],
    [100, true],
  ])('given a round-trip loss of %s percent, returns %s', (roundTripLoss, thin) => {
    expect(isThin({ roundTripLoss })).toBe(thin);
  });
});

describe('gridPointAt', () => {
  it.each([
    ['2026-03-04T12:05:00.000Z', '2026-03-04T12:05:00.000Z'],
    ['2026-03-04T12:09:59.999Z', '2026-03-04T12:05:00.000Z'],
    ['2026-01-01T00:00:01.000Z', '2026-01-01T00:00:00.000Z'],
  ])('given the time %s, returns %s', (time, point) => {
    expect(gridPointAt(new Date(time)).toISOString()).toBe(point);
  });
});
