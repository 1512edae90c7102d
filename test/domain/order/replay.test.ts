import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { averageOf, ENOUGH_RUNS, type Confirmation } from '../../../src/domain/order/conditions/guards.js';
import { parseTargetPrice, type PriceRatio } from '../../../src/domain/order/conditions/price-ratio.js';
import { isReached, type PriceCondition } from '../../../src/domain/order/conditions/price.js';
import type { TrailCondition } from '../../../src/domain/order/conditions/trail.js';
import { replayTrigger, runsBefore, type RecordedRun } from '../../../src/domain/order/evaluation/replay.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { A_TOKEN, T0 } from '../../support/builders.js';
import { runs as times } from '../../support/properties.js';

const at = (n: number) => new Date(T0.getTime() + n * 300_000);
const ratioOf = (price: number): PriceRatio => {
  const { scaled } = unwrap(parseTargetPrice(price.toFixed(6)));
  return { floor: scaled, ceiling: scaled };
};
/** Runs with these prices; 0 is a run without one. */
const recorded = (...prices: readonly number[]): readonly RecordedRun[] =>
  prices.map((price, n) => ({ at: at(n), ratio: price === 0 ? undefined : ratioOf(price) }));
const when = (direction: 'gt' | 'lt', price: string): PriceCondition => ({
  kind: 'price',
  conditionToken: A_TOKEN,
  targetPrice: unwrap(parseTargetPrice(price)),
  direction,
  baseAsset: 'USD',
});
const trailing = (direction: 'gt' | 'lt', bps: number): TrailCondition => ({
  kind: 'trail',
  conditionToken: A_TOKEN,
  baseAsset: 'USD',
  direction,
  trail: { bps },
});
const replay = (
  confirm: Confirmation,
  prices: readonly number[],
  {
    trigger = when('gt', '2'),
    first = 0,
  }: { trigger?: PriceCondition | TrailCondition; first?: number } = {},
) => replayTrigger({ trigger, confirm }, recorded(...prices), first);

describe('replayTrigger', () => {
  it('fires in the first run that meets a price which needs no confirmation', () => {
    expect(replay({ blocks: 0 }, [1, 0, 2.5, 3])).toEqual({
      ...{ runs: 4, unpriced: 1, met: 1, held: 0 },
      fired: { at: at(2), ratio: '2.5', confidence: 'recorded' },
    });
  });

  it('counts consecutive runs', () => {
    expect(replay({ runs: 2 }, [2, 1, 2, 3])).toEqual({
      ...{ runs: 4, unpriced: 0, met: 3, held: 2 },
      fired: { at: at(3), ratio: '3', confidence: 'recorded' },
    });
  });

  it('averages minutes, of which nine tenths must be recorded', () => {
    expect(replay({ minutes: 15 }, [1, 2, 4, 5]).fired).toMatchObject({ at: at(2) });
    expect(replay({ minutes: 15 }, [0, 4, 4, 4]).fired).toMatchObject({ at: at(3) });
  });

  it('takes a price that counts blocks for confirmed if the next run meets it too, and says that this is likely', () => {
    expect(replay({ blocks: 2 }, [2, 1, 2, 2])).toEqual({
      ...{ runs: 4, unpriced: 0, met: 2, held: 1 },
      fired: { at: at(2), ratio: '2', confidence: 'likely' },
    });
  });

  it('says how close the price came if it was never met', () => {
    expect(replay({ runs: 1 }, [1, 1.5, 0, 1.2])).toEqual({
      ...{ runs: 4, unpriced: 1, met: 0, held: 0 },
      nearest: { at: at(1), ratio: '1.5' },
    });
    const trigger = when('lt', '1');
    expect(replay({ runs: 1 }, [3, 1.5, 2], { trigger }).nearest).toEqual({ at: at(1), ratio: '1.5' });
    expect(replay({ runs: 1 }, [0, 0])).toEqual({ runs: 2, unpriced: 2, met: 0, held: 0 });
  });

  it('counts the runs before the span only towards the confirmation', () => {
    expect(
      replay({ runs: 3 }, [2, 2, 2, 1], {
        first: runsBefore({ trigger: when('gt', '2'), confirm: { runs: 3 } }),
      }),
    ).toEqual({
      ...{ runs: 2, unpriced: 0, met: 1, held: 0 },
      fired: { at: at(2), ratio: '2', confidence: 'recorded' },
    });
  });

  it('follows the highest price since the span began, and shows the stop that was reached', () => {
    const trigger = trailing('lt', 1_000);
    expect(replay({ blocks: 0 }, [9, 10, 12, 11, 10.7, 10], { trigger, first: 1 })).toEqual({
      ...{ runs: 5, unpriced: 0, met: 1, held: 0 },
      fired: { at: at(4), ratio: '10.7', stop: '10.8', confidence: 'recorded' },
    });
    const rising = trailing('gt', 1_000);
    expect(replay({ blocks: 0 }, [10, 8, 8.5, 8.9], { trigger: rising }).fired).toMatchObject({
      stop: '8.8',
    });
  });

  it('moves a mark only to a price that as many runs have held as confirm a mark', () => {
    const trigger = trailing('lt', 1_000);
    // A spike of one run neither moves the mark, which two blocks confirm by two runs, nor fires the stop after it.
    expect(replay({ blocks: 2 }, [10, 10, 20, 10, 10], { trigger })).toMatchObject({
      met: 0,
      nearest: { ratio: '10', stop: '9' },
    });
    expect(runsBefore({ trigger, confirm: { runs: 2 } })).toBe(9);
  });

  it('has no stop before the activation price, and none without a price', () => {
    const trigger = { ...trailing('lt', 1_000), activationPrice: unwrap(parseTargetPrice('12')) };
    expect(replay({ blocks: 0 }, [10, 8, 12, 10], { trigger })).toMatchObject({
      fired: { at: at(3), stop: '10.8' },
    });
    expect(replay({ blocks: 0 }, [0, 0], { trigger })).toEqual({ runs: 2, unpriced: 2, met: 0, held: 0 });
  });

  it('averages as the executor does, on any path of prices', () => {
    const prices = fc.array(fc.constantFrom(0, 1, 2, 3), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(prices, fc.integer({ min: 1, max: 24 }), (path, length) => {
        const trigger = when('gt', '2');
        const isSent = path.map((price, n) => {
          const ratios = path.slice(Math.max(0, n + 1 - length), n + 1).filter((each) => each > 0);
          const isEnough = ratios.length >= length * ENOUGH_RUNS;
          return price >= 2 && isEnough && isReached(trigger, averageOf(ratios.map(ratioOf)));
        });
        const expected = isSent.includes(true) ? at(isSent.indexOf(true)) : undefined;
        expect(replay({ minutes: length * 5 }, path, { trigger }).fired?.at).toEqual(expected);
      }),
      { numRuns: times(500) },
    );
  });

  it('fires in the first run that ends a series as long as the confirmation, on any path of prices', () => {
    const prices = fc.array(fc.constantFrom(0, 1, 2, 3), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(prices, fc.integer({ min: 1, max: 12 }), (path, needed) => {
        const text = path.map((price) => (price >= 2 ? 'x' : '.')).join('');
        const end = text.indexOf('x'.repeat(needed)) + needed - 1;
        const expected = text.includes('x'.repeat(needed)) ? at(end) : undefined;
        expect(replay({ runs: needed }, path).fired?.at).toEqual(expected);
      }),
      { numRuns: times(500) },
    );
  });
});
