import { describe, expect, it } from '@jest/globals';
import {
  decideSettlement,
  endable,
  isSameBlock,
  lacksResult,
  type SeenSwap,
  type Settlement,
  type SettlementFacts,
  type TransactionStatus,
} from '../../../src/domain/order/lifecycle/settlement.js';
import type { LIVE_SWAP_STATES } from '../../../src/domain/order/swap-transaction.js';
import { NO_BYTES, type SwapTransaction } from '../../../src/domain/order/swap-transaction.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { aQuote, aSwap, T0, txidOf } from '../../support/builders.js';

const block = { blockHeight: 100, blockTime: 1_795_000_000 };
const NONCE = 5n;

const SWAPS = {
  stored: aSwap({ nonce: NONCE, state: 'stored' }),
  accepted: aSwap({ nonce: NONCE, state: 'accepted' }),
  included: aSwap({ nonce: NONCE, state: 'included', block }),
} satisfies Record<(typeof LIVE_SWAP_STATES)[number], SwapTransaction>;

const paid = { amountOut: toUnits(20n), feeUstx: toUnits(3n) };
const STATUSES = {
  unseen: { kind: 'unseen' },
  pending: { kind: 'pending' },
  success: { kind: 'success', ...block, ...paid },
  aborted: { kind: 'aborted', ...block, reason: 'abort_by_response', feeUstx: paid.feeUstx },
  dropped: { kind: 'dropped', reason: 'dropped_replace_by_fee' },
} satisfies Record<TransactionStatus['kind'], TransactionStatus>;

const [FINAL, DEATH] = [20, 6];
const DEPTHS = { shallow: block.blockHeight + FINAL - 1, deep: block.blockHeight + FINAL };
/** When the nonce was first seen used, as blocks below the tip. */
const USES = { never: undefined, recently: DEATH - 1, 'long ago': DEATH };

type Step = Settlement['step'];
type Steps = Readonly<Record<keyof typeof USES, Step>>;
const whatever = (step: Step): Steps => ({ never: step, recently: step, 'long ago': step });
const ifUnused: Steps = { never: 'resend', recently: 'wait', 'long ago': 'prove-dropped' };

type Row = Readonly<Record<TransactionStatus['kind'], Readonly<Record<keyof typeof DEPTHS, Steps>>>>;
const both = (steps: Steps) => ({ shallow: steps, deep: steps });

const DECIDED: Readonly<Record<keyof typeof SWAPS, Row>> = {
  stored: {
    unseen: both(ifUnused),
    pending: both(whatever('accept')),
    success: both(whatever('confirm')),
    aborted: both(whatever('fail')),
    dropped: both(ifUnused),
  },
  accepted: {
    unseen: both(ifUnused),
    pending: both(whatever('wait')),
    success: both(whatever('confirm')),
    aborted: both(whatever('fail')),
    dropped: both(ifUnused),
  },
  included: {
    unseen: both(whatever('check-block')),
    pending: both(whatever('check-block')),
    success: { shallow: whatever('wait'), deep: whatever('finalise') },
    aborted: { shallow: whatever('wait'), deep: whatever('finalise') },
    dropped: both(whatever('check-block')),
  },
};

const keys = <T extends object>(record: T) => Object.keys(record) as (keyof T)[];
const table = keys(SWAPS).flatMap((state) =>
  keys(STATUSES).flatMap((status) =>
    keys(DEPTHS).flatMap((depth) =>
      keys(USES).map((used) => ({ state, status, depth, used, step: DECIDED[state][status][depth][used] })),
    ),
  ),
);

const decide = (
  swap: SwapTransaction,
  status: TransactionStatus,
  facts: Pick<SettlementFacts, 'nonceUsedAt' | 'tipHeight'>,
) => decideSettlement([{ swap, status }], { ...DEPTH, ...facts, stuckSince: new Date(T0.getTime() - 1) });

const DEPTH = { finalBlocks: FINAL, deathBlocks: DEATH };
const usedAt = (tipHeight: number, used: keyof typeof USES): SettlementFacts['nonceUsedAt'] =>
  USES[used] === undefined ? undefined : tipHeight - USES[used];

describe('decideSettlement', () => {
  it.each(table)(
    'decides to $step for a swap that is $state and seen as $status ($depth, nonce used: $used)',
    (row) => {
      const { state, status, depth, used, step } = row;
      const facts = { nonceUsedAt: usedAt(DEPTHS[depth], used), tipHeight: DEPTHS[depth] };
      expect(decide(SWAPS[state], STATUSES[status], facts).step).toBe(step);
    },
  );

  const facts = { ...DEPTH, nonceUsedAt: undefined, tipHeight: 500 };

  it.each([
    ['at another height', { blockHeight: 101, blockTime: block.blockTime + 1 }],
    ['at the same height in a block of another time', { ...block, blockTime: block.blockTime + 1 }],
    ['at the same height and time in a block of another hash', { ...block, blockHash: 'b'.repeat(64) }],
  ])('decides to orphan an included swap that is now mined %s', (_, elsewhere) => {
    const swap = { ...SWAPS.included, block: { ...block, blockHash: 'a'.repeat(64) } };
    const success = { ...STATUSES.success, ...elsewhere };
    const aborted = { ...STATUSES.aborted, ...elsewhere };
    expect(decide(swap, success, facts)).toEqual({ step: 'orphan', swap });
    expect(decide(swap, aborted, facts)).toEqual({ step: 'orphan', swap });
  });

  it('returns the amounts, reason and block that the chain reports', () => {
    const hashed = { ...block, blockHash: 'a'.repeat(64) };
    expect(decide(SWAPS.accepted, { ...STATUSES.success, ...hashed }, facts)).toEqual({
      step: 'confirm',
      swap: SWAPS.accepted,
      block: hashed,
      ...paid,
    });
    expect(decide(SWAPS.accepted, STATUSES.aborted, facts)).toEqual({
      step: 'fail',
      swap: SWAPS.accepted,
      block,
      reason: 'abort_by_response',
      feeUstx: paid.feeUstx,
    });
    expect(decide(SWAPS.accepted, STATUSES.dropped, { ...facts, nonceUsedAt: 9 })).toEqual({
      step: 'prove-dropped',
      reason: 'nonce 5 was used by another transaction (dropped_replace_by_fee)',
    });
    expect(decide(SWAPS.stored, STATUSES.unseen, { ...facts, nonceUsedAt: 5 })).toEqual({
      step: 'prove-dropped',
      reason: 'nonce 5 was used by another transaction',
    });
  });

  it('demands proof that a swap without bytes is dropped, since it cannot be sent again', () => {
    const swap = { ...SWAPS.accepted, raw: NO_BYTES };
    const dropped = { step: 'prove-dropped', reason: 'its block was orphaned' };
    expect(decide(swap, STATUSES.unseen, facts)).toEqual(dropped);
  });
});

describe('lacksResult', () => {
  it.each<[boolean, TransactionStatus]>([
    [false, STATUSES.success],
    [false, STATUSES.aborted],
    [false, STATUSES.pending],
    [true, { ...STATUSES.success, amountOut: undefined }],
    [true, { ...STATUSES.aborted, reason: undefined }],
  ])('is %s for %p', (isLacking, status) => {
    expect(lacksResult(status)).toBe(isLacking);
  });
});

describe('isSameBlock', () => {
  const [a, b] = [{ blockHash: 'a'.repeat(64) }, { blockHash: 'b'.repeat(64) }];
  const later = { blockTime: block.blockTime + 1 };
  it.each([
    [true, 'equal hashes, whatever the times', { ...block, ...a }, { ...block, ...later, ...a }],
    [false, 'different hashes', { ...block, ...a }, { ...block, ...b }],
    [false, 'equal hashes at different heights', { ...block, ...a }, { ...block, ...a, blockHeight: 101 }],
    [true, 'equal times and one hash', { ...block, ...a }, block],
    [false, 'different times and one hash', { ...block, ...a }, { ...block, ...later }],
    [true, 'equal times without hashes', block, block],
    [false, 'equal times at different heights', block, { ...block, blockHeight: 101 }],
  ])('is %s for %s', (isSame, _, one, other) => {
    expect([isSameBlock(one, other), isSameBlock(other, one)]).toEqual([isSame, isSame]);
  });
});

describe('decideSettlement for a mined swap whose result the index left out', () => {
  const facts = { nonceUsedAt: 90, tipHeight: 100 };
  const untold = [
    { ...STATUSES.success, amountOut: undefined },
    { ...STATUSES.aborted, reason: undefined },
  ] as const;

  it.each(untold)('waits for the result of one that is not recorded yet: $kind', (status) => {
    for (const swap of [SWAPS.stored, SWAPS.accepted])
      expect(decide(swap, status, facts)).toEqual({ step: 'await-result', swap });
  });

  it.each(untold)('watches the block of a recorded one: $kind', (status) => {
    expect(decide(SWAPS.included, status, facts).step).toBe('wait');
    expect(decide(SWAPS.included, status, { ...facts, tipHeight: DEPTHS.deep }).step).toBe('finalise');
  });
});

describe('decideSettlement for a status that names a block below the tip at signing', () => {
  const decideAt = (status: TransactionStatus, height: number, swap: SwapTransaction = SWAPS.stored) =>
    decide({ ...swap, quote: aQuote({ height }) }, status, {
      tipHeight: height,
      nonceUsedAt: undefined,
    }).step;

  it.each(['success', 'aborted'] as const)(
    'believes no %s of a block that would be final at once',
    (kind) => {
      expect(decideAt(STATUSES[kind], block.blockHeight + FINAL)).toBe('wait');
      expect(decideAt(STATUSES[kind], block.blockHeight + FINAL, SWAPS.included)).toBe('wait');
    },
  );

  it('believes a block to which a reorganisation may have led', () => {
    expect(decideAt(STATUSES.aborted, block.blockHeight + FINAL - 1)).toBe('fail');
    expect(decideAt(STATUSES.success, block.blockHeight + FINAL - 1)).toBe('confirm');
  });
});

describe('decideSettlement for a swap whose block is final', () => {
  const facts = { nonceUsedAt: undefined, tipHeight: DEPTHS.deep };
  const noOp = { ...SWAPS.included, purpose: 'fill' } as const;

  it.each<[string, SwapTransaction, TransactionStatus, boolean]>([
    ['a swap that succeeded', SWAPS.included, STATUSES.success, true],
    [
      'a swap that was aborted, whose order may have been paid otherwise',
      SWAPS.included,
      STATUSES.aborted,
      false,
    ],
    ['a no-op transaction', noOp, STATUSES.success, true],
    ['a no-op transaction that was aborted, which owes nothing', noOp, STATUSES.aborted, true],
  ])('finalises %s', (_, swap, status, isPaid) => {
    expect(decide(swap, status, facts)).toEqual({ step: 'finalise', swap, isPaid });
  });
});

describe('decideSettlement for a swap that has long been pending', () => {
  const facts = { ...DEPTH, nonceUsedAt: undefined, tipHeight: 500 };
  const pending = { swap: SWAPS.accepted, status: STATUSES.pending };

  it.each([
    ['waits when it was stored 1 ms after stuckSince', -1, 'wait'],
    ['raises the fee when it was stored at stuckSince', 0, 'raise-fee'],
  ])('%s', (_, ms, step) => {
    const stuckSince = new Date(T0.getTime() + ms);
    expect(decideSettlement([pending], { ...facts, stuckSince }).step).toBe(step);
  });

  it('waits instead of raising the fee when the nonce counts as used', () => {
    const used = { ...facts, nonceUsedAt: 400, stuckSince: T0 };
    expect(decideSettlement([pending], used)).toEqual({ step: 'wait' });
  });
});

describe('decideSettlement for replacements', () => {
  const old = aSwap({ txid: txidOf(7), nonce: NONCE, state: 'accepted' });
  // Stored in the same millisecond: only `replaces` shows which is newer.
  const next = aSwap({ txid: txidOf(3), nonce: NONCE, state: 'accepted', replaces: old.txid });
  const fresh = { ...next, state: 'stored' } as const;
  const noOp = { ...fresh, purpose: 'fill' } as const;
  const replaced: TransactionStatus = { kind: 'dropped', reason: 'dropped_replace_by_fee' };
  const facts = (nonceUsedAt?: number): SettlementFacts => ({
    ...DEPTH,
    nonceUsedAt,
    tipHeight: 105,
    stuckSince: new Date(0),
  });
  const see = (swap: SwapTransaction, status: TransactionStatus): SeenSwap => ({ swap, status });
  const { unseen, pending, success, aborted } = STATUSES;

  it.each<[string, SeenSwap[], number | undefined, object]>([
    [
      'waits while the newer one is pending',
      [see(next, pending), see(old, replaced)],
      undefined,
      { step: 'wait' },
    ],
    [
      'resends only the newer one when both are gone',
      [see(next, unseen), see(old, replaced)],
      undefined,
      { step: 'resend', swap: next },
    ],
    [
      'resends the newer one while the older is pending',
      [see(fresh, unseen), see(old, pending)],
      undefined,
      { step: 'resend', swap: fresh },
    ],
    [
      'accepts the newer one when it is pending',
      [see(fresh, pending), see(old, replaced)],
      undefined,
      { step: 'accept', swap: fresh },
    ],
    [
      'confirms the newer one when it was mined',
      [see(next, success), see(old, replaced)],
      99,
      { step: 'confirm', swap: next },
    ],
    [
      'confirms the older one when it was mined after all',
      [see(next, unseen), see(old, success)],
      99,
      { step: 'confirm', swap: old },
    ],
    [
      'fails when one of them was aborted',
      [see(next, unseen), see(old, aborted)],
      99,
      { step: 'fail', swap: old },
    ],
    [
      'drops both when another transaction used the nonce',
      [see(next, unseen), see(old, replaced)],
      99,
      { step: 'prove-dropped' },
    ],
    [
      'waits when one is pending although the nonce is used',
      [see(next, unseen), see(old, pending)],
      99,
      { step: 'wait' },
    ],
    [
      'reports the no-op transaction when it was mined',
      [see(noOp, success), see(old, unseen)],
      99,
      { step: 'fill', swap: noOp },
    ],
    [
      'reports the no-op transaction when it was mined and aborted',
      [see(noOp, aborted), see(old, unseen)],
      99,
      { step: 'fill' },
    ],
    [
      'confirms the swap when it was mined before its no-op transaction',
      [see(noOp, unseen), see(old, success)],
      99,
      { step: 'confirm', swap: old },
    ],
  ])('%s', (_, swaps, nonceUsedAt, decided) => {
    expect(decideSettlement(swaps, facts(nonceUsedAt))).toMatchObject(decided);
  });

  it('waits until the block of one replacement is final before it settles the others', () => {
    const included = { ...next, state: 'included', block } as const;
    const swaps = [see(included, success), see(old, replaced)];
    expect(decideSettlement(swaps, facts(99))).toEqual({ step: 'wait' });
    expect(decideSettlement(swaps, { ...facts(99), tipHeight: 120 })).toEqual({
      step: 'finalise',
      swap: included,
      isPaid: true,
    });
  });

  it('waits if one of them claims a block from below its signing, even if another was mined since', () => {
    const signed = { ...old, quote: aQuote({ height: block.blockHeight + FINAL }) };
    expect(decideSettlement([see(signed, success), see(next, success)], facts(99))).toEqual({ step: 'wait' });
  });

  it.each<[string, SeenSwap[], number | undefined, object | undefined]>([
    [
      'the newest swap, which a node has',
      [see(old, unseen), see(next, pending)],
      undefined,
      { swap: next, isPending: true },
    ],
    [
      'the newest swap, of which a node has the older one',
      [see(next, unseen), see(old, pending)],
      undefined,
      { swap: next, isPending: true },
    ],
    ['a swap that no node has', [see(fresh, unseen)], undefined, { swap: fresh, isPending: false }],
    ['nothing if the nonce is used', [see(old, pending)], 99, undefined],
    ['nothing if one was mined', [see(old, success), see(next, unseen)], undefined, undefined],
    ['nothing if one was aborted', [see(old, aborted), see(next, unseen)], undefined, undefined],
    [
      'nothing while one is recorded in a block that the index does not show',
      [see({ ...old, block }, unseen), see(next, unseen)],
      undefined,
      undefined,
    ],
    [
      'nothing if a no-op has the nonce already',
      [see(old, pending), see(noOp, unseen)],
      undefined,
      undefined,
    ],
  ])('endable names %s', (_, swaps, nonceUsedAt, ending) => {
    expect(endable(swaps, { nonceUsedAt })).toEqual(ending);
  });

  it('checks the block from which a replacement has vanished before it confirms another', () => {
    const included = { ...next, state: 'included', block } as const;
    const swaps = [see(included, unseen), see(old, success)];
    expect(decideSettlement(swaps, facts(99))).toEqual({ step: 'check-block', swap: included, block });
  });
});
