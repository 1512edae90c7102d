import { describe, expect, it } from '@jest/globals';
import { changeOf, dollarsOf, fitted } from '../../../src/apps/cli/market/live-prices.js';
import { Tally } from '../../../src/apps/cli/market/tally.js';

describe('Tally', () => {
  it('says what happened to the swaps, and names the reasons with their numbers', () => {
    const tally = new Tally();
    expect([tally.short(), tally.reasons()]).toEqual(['0 confirmed', []]);
    tally.confirmed = 3;
    for (const reason of ['abort_by_post_condition', 'abort_by_response', 'abort_by_post_condition'])
      tally.failed(reason);
    tally.refused('503 Execution is paused');
    expect(tally.short()).toBe('3 confirmed, 3 failed, 1 refused');
    expect(tally.reasons()).toEqual([
      'failed: 2 × abort_by_post_condition, 1 × abort_by_response',
      'refused: 1 × 503 Execution is paused',
    ]);
  });
});

describe('fitted', () => {
  it.each([
    [30, '3 confirmed  STX +0.61%'],
    [22, '3 confirmed'],
    [3, ''],
  ])('keeps as many whole parts as fit in %i columns', (width, line) => {
    expect(fitted(['3 confirmed', 'STX +0.61%', 'OPAL -1.00%'], width)).toBe(line);
  });
});

describe('a live price', () => {
  it.each([
    [{ symbol: 'sBTC', usd: 100_123.4, changePercent: -0.5 }, '100123', '-0.50%'],
    [{ symbol: 'COMET', usd: 0.00119312, changePercent: 18.509 }, '0.001193', '+18.51%'],
    [{ symbol: 'OPAL', usd: 1, changePercent: -0.001 }, '1.000', '0.00%'],
  ])('a live price of %j is shown in dollars with its change', (price, dollars, change) => {
    expect([dollarsOf(price), changeOf(price)]).toEqual([dollars, change]);
  });
});
