import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { combineBtcAnswers } from '../../../src/domain/price-series/btc-usd.js';

const NOW = new Date('2026-03-04T12:00:00Z');
const answers = (...prices: number[]) => prices.map((usd, i) => ({ source: `s${i}`, usd }));
const lastRun = (btcUsd: number, minutes = 5) => ({
  at: new Date(NOW.getTime() - minutes * 60_000),
  btcUsd,
});
const combine = (prices: number[], last?: ReturnType<typeof lastRun>) =>
  combineBtcAnswers(answers(...prices), last, NOW);

describe('combineBtcAnswers', () => {
  it.each([
    [[100_000, 101_000, 102_000], 101_000],
    [[102_000, 100_000], 101_000],
    [[100, 103, 101, 102], 101.5],
    [[100, 105, 100], 100],
  ])('returns the median of %j', (prices, usd) => {
    const result = combine(prices);
    expect(result).toMatchObject({ ok: true, value: { usd, dropped: [] } });
  });

  it('drops and names prices more than 5% off the median and returns the median of the others', () => {
    expect(combine([100, 106, 101, 94])).toEqual({
      ok: true,
      value: { usd: 100.5, taken: ['s0', 's2'], dropped: ['s1', 's3'] },
    });
  });

  it('refuses two prices that disagree', () => {
    expect(combine([100, 112], lastRun(100))).toEqual({
      ok: false,
      error: { kind: 'no-btc-price', reason: 'sources-disagree', dropped: ['s0', 's1'] },
    });
  });

  it('ignores the last run when two prices agree', () => {
    expect(combine([150, 151], lastRun(100))).toMatchObject({ ok: true, value: { usd: 150.5 } });
  });

  it.each([
    ['accepts a single price 10% above the last run', 110, lastRun(100), true],
    ['accepts a single price 10% below the last run', 90, lastRun(100), true],
    ['refuses a single price more than 10% off the last run', 110.01, lastRun(100), false],
    ['refuses a single price far off a last run of an hour ago', 200, lastRun(100, 60), false],
    ['accepts a single price far off a last run of more than an hour ago', 200, lastRun(100, 61), true],
    ['accepts a single price when there is no last run', 200, undefined, true],
  ])('%s', (_case, usd, last, taken) => {
    const jump = { ok: false, error: { reason: 'unconfirmed-jump' } };
    expect(combine([usd], last)).toMatchObject(taken ? { ok: true, value: { usd } } : jump);
  });

  it('treats a price as single when the others were dropped', () => {
    expect(combine([100, 110, 120], lastRun(60)).ok).toBe(false);
    expect(combine([100, 110, 120], lastRun(111))).toMatchObject({ ok: true, value: { usd: 110 } });
  });

  it('reports no answer when no source has a usable price', () => {
    const noAnswer = { kind: 'no-btc-price', reason: 'no-answer' };
    expect(combine([])).toEqual({ ok: false, error: { ...noAnswer, dropped: [] } });
    expect(combine([NaN, 0, -5, Infinity])).toMatchObject({ ok: false, error: noAnswer });
  });

  it('returns a price within the range of the used ones, in any order', () => {
    const price = fc.double({ min: 90_000, max: 110_000, noNaN: true });
    fc.assert(
      fc.property(fc.array(price, { maxLength: 7 }), (prices) => {
        const result = combine(prices);
        const reversed = combine([...prices].reverse());
        expect(reversed.ok).toBe(result.ok);
        if (!result.ok || !reversed.ok) return;
        const { usd, taken, dropped } = result.value;
        expect(reversed.value.usd).toBe(usd);
        expect(taken.length + dropped.length).toBe(prices.length);
        const values = answers(...prices).filter(({ source }) => taken.includes(source));
        expect(usd).toBeGreaterThanOrEqual(Math.min(...values.map((answer) => answer.usd)));
        expect(usd).toBeLessThanOrEqual(Math.max(...values.map((answer) => answer.usd)));
      }),
    );
  });
});
