import { describe, expect, it } from '@jest/globals';
import { Patience } from '../../../src/adapters/typeorm/database/patience.js';

let now = 0;
const patience = () => new Patience(4_500, () => now);
const take = (of: Patience, ms: number, succeeds = true): number => {
  const { leftMs, succeed, end } = of.begin();
  now += ms;
  if (succeeds) succeed();
  end();
  return leftMs;
};

describe('a caller’s patience with the database', () => {
  it('is one limit for statements that take long, one after another', () => {
    const one = patience();
    expect([take(one, 3_000), take(one, 1_400), take(one, 100, false), take(one, 0)]).toEqual([
      4_500, 1_500, 100, 0,
    ]);
  });

  it('is one limit for statements that wait at once', () => {
    const one = patience();
    const [first, second] = [one.begin(), one.begin()];
    now += 2_000;
    expect(one.begin().leftMs).toBe(2_500);
    expect([first.leftMs, second.leftMs]).toEqual([4_500, 4_500]);
  });

  it('recovers after a prompt statement, even while another one is slow', () => {
    const one = patience();
    take(one, 4_000);
    expect([take(one, 20), take(one, 20)]).toEqual([500, 4_500]);
    one.begin();
    now += 3_000;
    expect([take(one, 999), take(one, 0)]).toEqual([1_500, 4_500]);
  });

  it('grows again while nothing waits', () => {
    const one = patience();
    take(one, 4_500, false);
    now += 1_000;
    expect(take(one, 1_000, false)).toBe(1_000);
    now += 60_000;
    expect(take(one, 0)).toBe(4_500);
  });
});
