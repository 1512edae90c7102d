import { describe, expect, it } from '@jest/globals';
import {
  FAILURE_WINDOW_MS,
  reachedLimit,
  underWay,
  type OwnerLimit,
} from '../../../src/domain/order/limits/owner-limits.js';
import type { SwapTransaction } from '../../../src/domain/order/swap-transaction.js';
import { A_SUBNET_TOKEN, A_TOKEN, aQuote, aSwap, uuidOf } from '../../support/builders.js';

const block = { blockHeight: 7, blockTime: 1 };
const { amountIn: AMOUNT } = aQuote();

/** A live swap of the nth order. */
const of = (n: number, more: Partial<SwapTransaction> = {}) => aSwap({ orderUuid: uuidOf(n), ...more });

describe('underWay', () => {
  it('adds one input per order, and leaves out other tokens and orders in a block at or below the height', () => {
    const swaps = [
      of(1),
      of(1, { state: 'accepted' }),
      of(2, { state: 'included', block }),
      of(2, { state: 'accepted' }),
    ];
    expect([6, 7, 8].map((height) => underWay(swaps, A_SUBNET_TOKEN, height))).toEqual([
      2n * AMOUNT,
      AMOUNT,
      AMOUNT,
    ]);
    expect(underWay(swaps, A_TOKEN, 6)).toBe(0n);
  });
});

describe('reachedLimit', () => {
  const LIMITS = { inFlight: 3, failures: 5 };
  it.each<[OwnerLimit | undefined, string, number, readonly SwapTransaction[]]>([
    [undefined, 'no swap', 0, []],
    [undefined, 'a place left', 0, [of(1), of(2)]],
    ['owner-in-flight', 'no place left', 0, [of(1), of(2), of(3)]],
    [undefined, 'two swaps of one order', 0, [of(1), of(1), of(2)]],
    [undefined, 'one of three in a block, at any height', 0, [of(1), of(2), of(3, { block })]],
    [undefined, 'a replacement of one in a block', 0, [of(1), of(2), of(3, { block }), of(3)]],
    [undefined, 'as many failures to come as are left, less one', 3, [of(1)]],
    ['owner-in-flight', 'as many failures to come as are left', 3, [of(1), of(2)]],
    ['owner-in-flight', 'no place left after a failure', 1, [of(1), of(2), of(3)]],
    [undefined, 'one failure left', 4, []],
    ['too-many-failures', 'no failure left', 5, []],
    ['too-many-failures', 'more failures than allowed, since swaps were under way', 6, []],
  ])('is %s with %s, after %d failures', (limit, _, failures, live) => {
    expect(reachedLimit(live, failures, LIMITS)).toBe(limit);
  });

  it('leaves the limit of failures aside until a swap has failed, and forgets failures after an hour', () => {
    const strict = { inFlight: 3, failures: 2 };
    expect(reachedLimit([of(1), of(2)], 0, strict)).toBeUndefined();
    expect(reachedLimit([of(1)], 1, strict)).toBe('owner-in-flight');
    expect(FAILURE_WINDOW_MS).toBe(3_600_000);
  });
});
