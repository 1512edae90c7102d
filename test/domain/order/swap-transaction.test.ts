import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseTxid } from '../../../src/domain/order/ids.js';
import { aSwap, SECOND_OPERATOR, T0, txidOf } from '../../support/builders.js';
import {
  foreignNonces,
  isOverdue,
  isSameNonce,
  missingNonces,
  nextNonce,
  raisedFee,
  type SwapTransaction,
} from '../../../src/domain/order/swap-transaction.js';
import { toUnits } from '../../../src/domain/shared/units.js';

describe('nextNonce', () => {
  it.each([
    [5n, [], 5n],
    [5n, [5n, 6n], 7n],
    [5n, [6n, 7n], 5n],
    [5n, [5n, 7n], 6n],
    [5n, [3n, 4n], 5n],
    [0n, [0n], 1n],
  ])('with chain nonce %d and %p held returns %d', (chain, held, nonce) => {
    expect(nextNonce(chain, held)).toBe(nonce);
  });

  it('returns the lowest nonce that is neither executed nor held', () => {
    const nonces = fc.bigInt(0n, 30n);
    fc.assert(
      fc.property(nonces, fc.array(nonces), (chain, held) => {
        const next = nextNonce(chain, held);
        const free = (nonce: bigint) => nonce >= chain && !held.includes(nonce);
        expect(free(next)).toBe(true);
        for (let lower = 0n; lower < next; lower++) expect(free(lower)).toBe(false);
      }),
    );
  });
});

describe('parseTxid', () => {
  const txid = 'ab'.repeat(32);
  it.each([txid, `0x${txid}`, txid.toUpperCase()])(
    'returns 64 lower-case characters without 0x for %s',
    (raw) => {
      expect(parseTxid(raw)).toEqual({ ok: true, value: txid });
    },
  );

  it.each(['', txid.slice(1), `${txid}0`, `0x0x${txid}`, `z${txid.slice(1)}`, `${txid}\n`])(
    'refuses %j, which is not 32 bytes of hex',
    (raw) => {
      expect(parseTxid(raw)).toEqual({ ok: false, error: { kind: 'invalid-txid' } });
    },
  );
});

describe('missingNonces', () => {
  it.each([
    [5n, [], []],
    [5n, [5n, 6n], []],
    [5n, [6n], [5n]],
    [5n, [9n, 6n, 7n], [5n, 8n]],
    [5n, [3n, 4n], []],
    [5n, [3n, 7n], [5n, 6n]],
  ])('with chain nonce %d and %p held returns %p', (chain, held, missing) => {
    expect(missingNonces(chain, held)).toEqual(missing);
  });
});

describe('foreignNonces', () => {
  it.each([
    [[], [5n], []],
    [[7n, 5n, 6n], [6n], [5n, 7n]],
    [[12n, 5n, 100n], [], [5n, 12n, 100n]],
  ])('of %p pending, with %p held, returns %p', (pending, held, foreign) => {
    expect(foreignNonces(pending, held)).toEqual(foreign);
  });
});

describe('isSameNonce', () => {
  it.each([
    [true, {}],
    [false, { nonce: 1n }],
    [false, { sender: SECOND_OPERATOR }],
  ])('is %s for swaps of which one has %p', (isSame, other) => {
    expect(isSameNonce(aSwap(), aSwap({ txid: txidOf(2), ...other }))).toBe(isSame);
  });
});

describe('raisedFee', () => {
  const raised = (paid: bigint, estimate: bigint, most: bigint) =>
    raisedFee(toUnits(paid), toUnits(estimate), toUnits(most));

  it.each([
    ['the estimate when it is higher than 25% more', 1_000n, 2_000n, 5_000n, 2_000n],
    ['25% more when the estimate is lower', 1_000n, 1_001n, 5_000n, 1_251n],
    ['at least 1 more', 1n, 1n, 5_000n, 2n],
    ['the limit when the estimate is above it', 4_500n, 9_000n, 5_000n, 5_000n],
    ['undefined when the limit is paid already', 5_000n, 9_000n, 5_000n, undefined],
    ['undefined when more than the limit is paid already', 6_000n, 9_000n, 5_000n, undefined],
  ])('returns %s', (_, paid, estimate, most, fee) => {
    expect(raised(paid, estimate, most)).toBe(fee);
  });
});

describe('isOverdue', () => {
  const patience = { gapAfterMs: 100, stuckAfterMs: 1_000 };
  const later = (ms: number) => new Date(T0.getTime() + ms);

  it.each([
    ['no node has had for long enough', {}, 100, true],
    ['no node has had for a moment', {}, 99, false],
    ['a node has had for long enough', { state: 'accepted' }, 1_000, true],
    ['a node has had for a moment', { state: 'accepted' }, 999, false],
  ] as const)('decides about a swap that %s', (_, more, ms, isOver) => {
    expect(isOverdue([aSwap(more)], later(ms), patience)).toBe(isOver);
  });

  const noOp = { purpose: 'fill', txid: txidOf(8) } as const;
  const block = { blockHeight: 7, blockTime: 1 };
  it.each<[string, boolean, readonly Partial<SwapTransaction>[]]>([
    ['no swap at all', false, []],
    ['only a dead one', false, [{ state: 'dead' }]],
    ['only a no-op, which closes a gap', false, [noOp]],
    ['one that a no-op replaces already', true, [{}, { ...noOp, storedAt: later(1_000) }]],
    ['one in a block', false, [{ block, state: 'included' }]],
    [
      'a replacement of one in a block',
      false,
      [
        { block, state: 'included' },
        { txid: txidOf(2), state: 'accepted' },
      ],
    ],
    [
      'a raised fee that no node has, over a swap that one has',
      false,
      [{ state: 'accepted' }, { txid: txidOf(2), storedAt: later(900) }],
    ],
    [
      'a dead replacement of an old swap',
      true,
      [{ state: 'accepted' }, { txid: txidOf(2), state: 'dead', storedAt: later(900) }],
    ],
  ])('with %s: %s', (_, isOver, swaps) => {
    expect(isOverdue(swaps.map(aSwap), later(1_000), patience)).toBe(isOver);
  });

  it('decides without the no-op of another account under the same nonce', () => {
    const noOp = aSwap({ txid: txidOf(9), sender: SECOND_OPERATOR, purpose: 'fill', storedAt: later(1) });
    expect(isOverdue([aSwap({ state: 'accepted' }), noOp], later(999), patience)).toBe(false);
  });
});
