import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  abortCauseOf,
  figuresOf,
  type OutcomeFigures,
  type SwapOutcome,
} from '../../../../src/domain/order/report/outcome.js';
import { qualityByPair } from '../../../../src/domain/order/report/quality.js';
import type { OrderUuid, Txid } from '../../../../src/domain/order/ids.js';
import { toUnits } from '../../../../src/domain/shared/units.js';
import { token } from '../../router/builders.js';

const [A, B, C] = [token('a'), token('b'), token('c')];

const figures = (rest: Partial<OutcomeFigures> = {}): OutcomeFigures => ({
  tokenIn: A,
  tokenOut: B,
  isExact: true,
  toBlockMs: 5_000,
  ...rest,
});

describe('the quality of execution by pair', () => {
  it('has the median, the 95th percentile and the number of swaps of each figure', () => {
    const group = Array.from({ length: 20 }, (_, n) =>
      figures({ shortfallBps: 20 - n, isExact: n % 2 === 0, ...(n < 3 && { toBroadcastMs: 1_000 * n }) }),
    );
    expect(qualityByPair(group)).toEqual([
      {
        tokenIn: A,
        tokenOut: B,
        fills: 20,
        aborts: 0,
        abortCauses: {},
        filledShare: 1,
        shortfallBps: { of: 20, median: 10, p95: 19, exact: 10 },
        secondsToBroadcast: { of: 3, median: 1, p95: 2 },
        secondsToBlock: { of: 20, median: 5, p95: 5 },
      },
    ]);
  });

  it('counts aborts by cause and keeps directions apart, the busiest first', () => {
    const aborted = figures({ abort: 'contract', isExact: false });
    const [busiest, other] = qualityByPair([
      figures({ tokenIn: B, tokenOut: A }),
      figures({ surplusBps: -1 }),
      aborted,
      { ...aborted, abort: 'post-condition' },
      aborted,
    ]);
    expect(busiest).toMatchObject({
      tokenIn: A,
      fills: 1,
      aborts: 3,
      filledShare: 0.25,
      abortCauses: { contract: 2, 'post-condition': 1 },
      surplusBps: { of: 1, median: -1, p95: -1 },
    });
    expect(busiest!.shortfallBps).toBeUndefined();
    expect(other).toMatchObject({ tokenIn: B, fills: 1, aborts: 0 });
  });

  it('counts every outcome once, whatever their order', () => {
    const outcome = fc.record({
      tokenIn: fc.constantFrom(A, B),
      tokenOut: fc.constantFrom(B, C),
      isExact: fc.boolean(),
      shortfallBps: fc.integer({ min: -100, max: 100 }),
      toBlockMs: fc.nat(9_999),
    });
    fc.assert(
      fc.property(fc.array(outcome), (all) => {
        const pairs = qualityByPair(all);
        expect(pairs.reduce((sum, { fills, aborts }) => sum + fills + aborts, 0)).toBe(all.length);
        expect(qualityByPair(all.toReversed())).toEqual(pairs);
        for (const { shortfallBps } of pairs)
          expect(shortfallBps!.median).toBeLessThanOrEqual(shortfallBps!.p95);
      }),
    );
  });
});

describe('the figures of an outcome', () => {
  const mined = {
    uuid: 'u' as OrderUuid,
    txid: 't' as Txid,
    tokenIn: A,
    tokenOut: B,
    block: { blockHeight: 8, blockTime: 1_000 },
    dueAt: new Date(990_000),
    broadcastedAt: new Date(993_000),
  };

  it('are those of the report, with times', () => {
    const [amountIn, executed, best] = [toUnits(1n), toUnits(99n), toUnits(100n)];
    const facts = { amountIn, executed, parent: { blockHeight: 7, best, ownRoute: executed } };
    const outcome: SwapOutcome = { ...mined, kind: 'filled', facts };
    const expected = {
      tokenIn: A,
      tokenOut: B,
      isExact: true,
      shortfallBps: 100,
      toBroadcastMs: 3_000,
      toBlockMs: 7_000,
    };
    expect(figuresOf(outcome)).toEqual(expected);
    const early = { ...outcome, broadcastedAt: new Date(1_000_400), dueAt: new Date(1_000_500) };
    expect(figuresOf(early)).toMatchObject({ toBroadcastMs: 0, toBlockMs: 0 });
  });

  it('have the cause of an abort and nothing of its text', () => {
    const outcome: SwapOutcome = { ...mined, kind: 'aborted', cause: 'contract' };
    expect(figuresOf(outcome)).toMatchObject({ abort: 'contract', isExact: false });
  });

  it.each([
    ['abort_by_post_condition', 'post-condition'],
    ['(err u4002)', 'contract'],
    ['abort_by_response', 'contract'],
    ['another transaction used the signature and paid ST1', 'other'],
  ])('tell %s as %s', (reason, cause) => {
    expect(abortCauseOf(reason)).toBe(cause);
  });
});
