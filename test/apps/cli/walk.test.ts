import { describe, expect, it } from '@jest/globals';
import { seededRandom } from '../../../src/domain/shared/seeded-random.js';
import { makeWalk, type Trade } from '../../../src/apps/cli/market/walk.js';

const COINS = ['a', 'b', 'c'].map((contractId) => ({ contractId, startUnits: 1_000_000n }));
const START = new Map(COINS.map(({ contractId, startUnits }) => [contractId, startUnits]));

const trades = (seed: number, count: number): (Trade | undefined)[] => {
  const next = makeWalk(COINS, seededRandom(seed));
  return Array.from({ length: count }, () => next(START));
};

describe('makeWalk', () => {
  it('makes the same trades for the same seed and different ones for another seed', () => {
    expect(trades(7, 50)).toEqual(trades(7, 50));
    expect(trades(7, 50)).not.toEqual(trades(8, 50));
  });

  it('trades every pair in both directions, each amount between 0.5% and 6% of the start', () => {
    const made = trades(1, 500).map((trade) => trade!);
    expect(new Set(made.map(({ sell, buy }) => `${sell.contractId}>${buy.contractId}`)).size).toBe(6);
    expect(made.every(({ amount }) => amount >= 5_000n && amount <= 60_000n)).toBe(true);
  });

  it('sells only coins that are held, and returns undefined when neither coin of a pair is', () => {
    const next = makeWalk(COINS, seededRandom(3));
    const held = new Map([['a', 1_000_000n]]);
    const made = Array.from({ length: 100 }, () => next(held));
    expect(new Set(made.map((trade) => trade?.sell.contractId))).toEqual(new Set(['a', undefined]));
    expect(next(new Map())).toBeUndefined();
  });

  it('draws evenly distributed numbers from 0 to below 1', () => {
    const random = seededRandom(1);
    const drawn = Array.from({ length: 10_000 }, () => random());
    expect(drawn.every((value) => value >= 0 && value < 1)).toBe(true);
    expect(drawn.reduce((sum, value) => sum + value, 0) / drawn.length).toBeCloseTo(0.5, 1);
  });
});
