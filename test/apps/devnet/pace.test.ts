import { describe, expect, it } from '@jest/globals';
import { Pace } from '../../../src/apps/devnet/fork/pace.js';

describe('Pace', () => {
  it('spreads requests over the minute, and books each turn once', () => {
    const pace = new Pace(60);
    expect([0, 0, 400].map((now) => pace.book(now))).toEqual([0, 1_000, 1_600]);
    expect(pace.book(10_000)).toBe(0);
  });

  it('lets requests pass without a limit', () => {
    const pace = new Pace(undefined);
    expect([0, 0].map((now) => pace.book(now))).toEqual([0, 0]);
  });
});
