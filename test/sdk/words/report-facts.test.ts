import { describe, expect, it } from '@jest/globals';
import { reportFacts } from '../../../src/sdk/words/report-facts.js';
import { plainWords } from '../../../src/sdk/words/token-words.js';

const DOLLAR = { contractId: 'ST000000000000000000002AMW42H.dollar', symbol: 'USDd', decimals: 6 };
const words = plainWords([DOLLAR]);

const factsOf = (report: Parameters<typeof reportFacts>[0]) =>
  reportFacts(report, DOLLAR.contractId, words).map(({ name, text, isPart }) => [name, text, isPart]);

describe('reportFacts', () => {
  it('lists only what is known', () => {
    expect(factsOf({ executedAmountOut: '1500000', shortfall: {}, surplus: {} })).toEqual([
      ['received', words.amount('1500000', DOLLAR.contractId), false],
    ]);
  });

  it('shows the parts of the sum behind it, and what was gained as less than nothing', () => {
    const shown = factsOf({
      executedAmountOut: '1500000',
      quotedWhenPlaced: '1499000',
      atParent: { ownRoute: '1500000', best: '1500000' },
      shortfall: { total: '-1000', drift: '-1000', delay: '0', rest: '0', route: '0' },
      surplus: { overQuote: '0' },
      shortfallBps: 0,
      usd: { paid: 1.5, received: 1.4996 },
    });
    const names = shown.map(([name]) => name);
    expect(names.slice(4, 8)).toEqual([
      'less than when placed',
      'market before it was sent',
      'market until its block',
      'others before it in its block',
    ]);
    expect(shown.map(([, , isPart]) => isPart).slice(4, 8)).toEqual([false, true, true, true]);
    expect(shown[4]![1]).toBe(`-${words.amount('1000', DOLLAR.contractId)}`);
    expect(shown).toContainEqual(['short of the best', '0.0000%', false]);
    expect(shown).toContainEqual(['received, in dollars', '$1.49960', false]);
  });
});
