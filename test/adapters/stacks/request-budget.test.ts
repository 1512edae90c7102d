import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RequestBudget, type RequestPurpose } from '../../../src/adapters/stacks/node/request-budget.js';

const PURPOSES = [
  'sending',
  'settlement',
  'blocks',
  'market',
  'funds',
  'funds-again',
  'wallets',
  'lookups',
  'fees',
] as const;
const SHARES = {
  sending: [1, 1],
  settlement: [1, 1],
  blocks: [0.95, 0.6],
  market: [0.8, 0.5],
  funds: [0.7, 0.3],
  'funds-again': [0.7, 0.2],
  wallets: [0.7, 0.3],
  lookups: [0.7, 0.1],
  fees: [0.6, 0.1],
  trades: [0.7, 0.4],
} as const;

interface Step {
  readonly purpose: RequestPurpose;
  readonly afterMs: number;
}

const steps = fc.array(
  fc.record({ purpose: fc.constantFrom(...PURPOSES), afterMs: fc.integer({ min: 0, max: 3_000 }) }),
  { minLength: 1, maxLength: 300 },
);
const allowances = fc.integer({ min: 1, max: 60 });

function run(perMinute: number, taken: readonly Step[]) {
  let nowMs = 0;
  const budget = new RequestBudget({ perMinute, monotonicMs: () => nowMs });
  const passed: { readonly atMs: number; readonly purpose: RequestPurpose }[] = [];
  const inWindow = () => passed.filter(({ atMs }) => atMs > nowMs - 60_000).length;
  return taken.map(({ purpose, afterMs }) => {
    nowMs += afterMs;
    const [used, left] = [inWindow(), budget.left(purpose)];
    const own = passed.filter((each) => each.purpose === purpose && each.atMs > nowMs - 60_000).length;
    const waitMs = budget.take(purpose);
    if (waitMs === 0) passed.push({ atMs: nowMs, purpose });
    return { purpose, used, own, left, waitMs, usedAfter: inWindow() };
  });
}

describe('RequestBudget', () => {
  it('lets at most the allowance through in any 60 seconds', () => {
    fc.assert(
      fc.property(allowances, steps, (perMinute, taken) => {
        for (const { usedAfter } of run(perMinute, taken)) expect(usedAfter).toBeLessThanOrEqual(perMinute);
      }),
    );
  });

  it('lets a request through exactly while all requests, and those of its purpose, use less than their shares', () => {
    fc.assert(
      fc.property(allowances, steps, (perMinute, taken) => {
        for (const { purpose, used, own, left, waitMs } of run(perMinute, taken)) {
          const [total, ownTotal] = SHARES[purpose].map((share) =>
            Math.max(1, Math.floor(perMinute * share)),
          );
          const free = Math.min(total! - used, ownTotal! - own);
          if (purpose.startsWith('funds')) {
            // They are spread over the minute besides.
            expect(left).toBeLessThanOrEqual(Math.max(0, free));
            expect(waitMs === 0).toBe(left > 0);
            continue;
          }
          expect(waitMs === 0).toBe(free > 0);
          expect(left).toBe(Math.max(0, free));
        }
      }),
    );
  });

  it('names the first moment at which the request passes, if nothing else is sent until then', () => {
    fc.assert(
      fc.property(allowances, steps, (perMinute, taken) => {
        let nowMs = 0;
        const budget = new RequestBudget({ perMinute, monotonicMs: () => nowMs });
        for (const { purpose, afterMs } of taken) {
          nowMs += afterMs;
          const waitMs = budget.take(purpose);
          if (waitMs === 0) continue;
          nowMs += waitMs - 1;
          expect(budget.take(purpose)).toBe(1);
          nowMs += 1;
          expect(budget.take(purpose)).toBe(0);
        }
      }),
    );
  });

  it('tells when several requests may pass one after another', () => {
    fc.assert(
      fc.property(allowances, steps, fc.integer({ min: 1, max: 5 }), (perMinute, taken, requests) => {
        let nowMs = 0;
        const budget = new RequestBudget({ perMinute, monotonicMs: () => nowMs });
        for (const { purpose, afterMs } of taken) {
          nowMs += afterMs;
          budget.take(purpose);
        }
        fc.pre(perMinute * SHARES.market[1] >= requests);
        nowMs += budget.waitFor('market', requests);
        for (let n = 0; n < requests; n += 1) expect(budget.take('market')).toBe(0);
      }),
    );
  });

  it('leaves room for following blocks after a burst of reserves, and for settlement after both', () => {
    const budget = new RequestBudget({ perMinute: 45, monotonicMs: () => 0 });
    const takeAll = (purpose: RequestPurpose) => {
      let passed = 0;
      while (budget.take(purpose) === 0) passed += 1;
      return passed;
    };
    expect((['lookups', 'market', 'blocks', 'settlement'] as const).map(takeAll)).toEqual([4, 22, 16, 3]);
  });

  it('counts the requests of other processes, and tells only its own', () => {
    const budget = new RequestBudget({ perMinute: 45, monotonicMs: () => 0 });
    const told: RequestPurpose[] = [];
    budget.onSpent((purpose) => told.push(purpose));
    const before = budget.left('sending');
    budget.spentElsewhere('market');
    budget.take('blocks');
    budget.spend('sending');
    expect(budget.left('sending')).toBe(before - 3);
    expect(told).toEqual(['blocks', 'sending']);
  });

  it('spreads reads of funds, so that the next one passes within two seconds of any number of others', () => {
    let nowMs = 0;
    const budget = new RequestBudget({ perMinute: 850, monotonicMs: () => nowMs });
    let passed = 0;
    for (let n = 0; n < 1_500; n += 1) if (budget.take('funds') === 0) passed += 1;
    expect([passed, budget.take('funds')]).toEqual([8, 1_883]);
    // A minute of callers that never stop asking.
    for (; nowMs < 60_000; nowMs += 10) if (budget.take('funds') === 0) passed += 1;
    expect(passed).toBeGreaterThan(245);
    nowMs += 2_000;
    expect(budget.take('funds')).toBe(0);
  });

  it('lets one read of funds pass at a time if the allowance is small', () => {
    let nowMs = 0;
    const budget = new RequestBudget({ perMinute: 45, monotonicMs: () => nowMs });
    expect([budget.take('funds'), budget.take('funds')]).toEqual([0, 4_616]);
    nowMs = 4_616;
    expect(budget.take('funds')).toBe(0);
  });

  it('counts requests that are made in spite of the allowance', () => {
    let nowMs = 0;
    const budget = new RequestBudget({ perMinute: 2, monotonicMs: () => nowMs });
    for (let n = 0; n < 5; n++) budget.spend('sending');
    expect([budget.left('sending'), budget.take('sending')]).toEqual([0, 60_000]);
    nowMs = 60_000;
    expect(budget.take('sending')).toBe(0);
  });

  it.each([0, -1, 1.5, NaN])('throws for an allowance of %p', (perMinute) => {
    expect(() => new RequestBudget({ perMinute })).toThrow('1 or more');
  });
});
