import { describe, expect, it } from '@jest/globals';
import {
  decideSettlement,
  FINAL_DEPTH,
  type SeenSwap,
  type Settlement,
  type SettlementFacts,
  type TransactionStatus,
} from '../../../src/domain/order/settlement.js';
import type { LIVE_SWAP_STATES } from '../../../src/domain/order/swap-transaction.js';
import { type SwapTransaction } from '../../../src/domain/order/swap-transaction.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { aSwap, T0, txidOf } from '../../support/builders.js';

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
  aborted: { kind: 'aborted', ...block, reason: 'abort_by_response' },
  dropped: { kind: 'dropped', reason: 'dropped_replace_by_fee' },
} satisfies Record<TransactionStatus['kind'], TransactionStatus>;

const NONCES = { never: undefined, below: NONCE - 1n, used: NONCE, beyond: NONCE + 1n };
const DEPTHS = { shallow: block.blockHeight + FINAL_DEPTH - 1, deep: block.blockHeight + FINAL_DEPTH };

type Step = Settlement['step'];
type Steps = Readonly<Record<keyof typeof NONCES, Step>>;
const whatever = (step: Step): Steps => ({ never: step, below: step, used: step, beyond: step });
const ifUnused: Steps = { never: 'resend', below: 'resend', used: 'bury', beyond: 'bury' };

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
    unseen: both(whatever('orphan')),
    pending: both(whatever('orphan')),
    success: { shallow: whatever('wait'), deep: whatever('finalise') },
    aborted: { shallow: whatever('wait'), deep: whatever('finalise') },
    dropped: both(whatever('orphan')),
  },
};

const keys = <T extends object>(record: T) => Object.keys(record) as (keyof T)[];
const table = keys(SWAPS).flatMap((state) =>
  keys(STATUSES).flatMap((status) =>
    keys(DEPTHS).flatMap((depth) =>
      keys(NONCES).map((nonce) => ({
        state,
        status,
        depth,
        nonce,
        step: DECIDED[state][status][depth][nonce],
      })),
    ),
  ),
);

const decide = (
  swap: SwapTransaction,
  status: TransactionStatus,
  facts: Pick<SettlementFacts, 'executedNonce' | 'tipHeight'>,
) => decideSettlement([{ swap, status }], { ...facts, stuckSince: new Date(T0.getTime() - 1) });

describe('decideSettlement', () => {
  it.each(table)(
    'decides to $step for a swap that is $state and seen as $status ($depth, executed nonce: $nonce)',
    (row) => {
      const { state, status, depth, nonce, step } = row;
      const facts = { executedNonce: NONCES[nonce], tipHeight: DEPTHS[depth] };
      expect(decide(SWAPS[state], STATUSES[status], facts).step).toBe(step);
    },
  );

  const facts = { executedNonce: undefined, tipHeight: 500 };

  it.each([
    ['at another height', { blockHeight: 101, blockTime: block.blockTime + 1 }],
    ['at the same height in another block', { ...block, blockTime: block.blockTime + 1 }],
  ])('decides to orphan an included swap that is now mined %s', (_, elsewhere) => {
    const success = { ...STATUSES.success, ...elsewhere };
    const aborted = { ...STATUSES.aborted, ...elsewhere };
    expect(decide(SWAPS.included, success, facts)).toEqual({ step: 'orphan', swap: SWAPS.included });
    expect(decide(SWAPS.included, aborted, facts)).toEqual({ step: 'orphan', swap: SWAPS.included });
  });

  it('returns the amounts, reason and block that the chain reports', () => {
    expect(decide(SWAPS.accepted, STATUSES.success, facts)).toEqual({
      step: 'confirm',
      swap: SWAPS.accepted,
      block,
      ...paid,
    });
    expect(decide(SWAPS.accepted, STATUSES.aborted, facts)).toEqual({
      step: 'fail',
      swap: SWAPS.accepted,
      block,
      reason: 'abort_by_response',
    });
    expect(decide(SWAPS.accepted, STATUSES.dropped, { ...facts, executedNonce: 9n })).toEqual({
      step: 'bury',
      reason: 'nonce 5 was used by another transaction (dropped_replace_by_fee)',
    });
    expect(decide(SWAPS.stored, STATUSES.unseen, { ...facts, executedNonce: 5n })).toEqual({
      step: 'bury',
      reason: 'nonce 5 was used by another transaction',
    });
  });
});

describe('decideSettlement for a swap that has long been pending', () => {
  const facts = { executedNonce: undefined, tipHeight: 500 };
  const pending = { swap: SWAPS.accepted, status: STATUSES.pending };

  it.each([
    ['waits when it was stored 1 ms after stuckSince', -1, 'wait'],
    ['raises the fee when it was stored at stuckSince', 0, 'raise-fee'],
  ])('%s', (_, ms, step) => {
    const stuckSince = new Date(T0.getTime() + ms);
    expect(decideSettlement([pending], { ...facts, stuckSince }).step).toBe(step);
  });

  it('waits instead of raising the fee when the nonce counts as used', () => {
    const used = { ...facts, executedNonce: NONCE, stuckSince: T0 };
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
  const facts = (executedNonce?: bigint): SettlementFacts => ({
    executedNonce,
    tipHeight: 105,
    stuckSince: new Date(0),
  });
  const see = (swap: SwapTransaction, status: TransactionStatus): SeenSwap => ({ swap, status });
  const { unseen, pending, success, aborted } = STATUSES;

  it.each<[string, SeenSwap[], bigint | undefined, object]>([
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
      4n,
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
      NONCE,
      { step: 'confirm', swap: next },
    ],
    [
      'confirms the older one when it was mined after all',
      [see(next, unseen), see(old, success)],
      NONCE,
      { step: 'confirm', swap: old },
    ],
    [
      'fails when one of them was aborted',
      [see(next, unseen), see(old, aborted)],
      NONCE,
      { step: 'fail', swap: old },
    ],
    [
      'drops both when another transaction used the nonce',
      [see(next, unseen), see(old, replaced)],
      NONCE,
      { step: 'bury' },
    ],
    [
      'waits when one is pending although the nonce is used',
      [see(next, unseen), see(old, pending)],
      NONCE,
      { step: 'wait' },
    ],
    [
      'reports the no-op transaction when it was mined',
      [see(noOp, success), see(old, unseen)],
      NONCE,
      { step: 'fill', swap: noOp },
    ],
    [
      'reports the no-op transaction when it was mined and aborted',
      [see(noOp, aborted), see(old, unseen)],
      NONCE,
      { step: 'fill' },
    ],
    [
      'confirms the swap when it was mined before its no-op transaction',
      [see(noOp, unseen), see(old, success)],
      NONCE,
      { step: 'confirm', swap: old },
    ],
  ])('%s', (_, swaps, executedNonce, decided) => {
    expect(decideSettlement(swaps, facts(executedNonce))).toMatchObject(decided);
  });

  it('waits until the block of one replacement is final before it settles the others', () => {
    const included = { ...next, state: 'included', block } as const;
    const swaps = [see(included, success), see(old, replaced)];
    expect(decideSettlement(swaps, facts(NONCE))).toEqual({ step: 'wait' });
    expect(decideSettlement(swaps, { ...facts(NONCE), tipHeight: 110 })).toEqual({
      step: 'finalise',
      swap: included,
    });
  });

  it('orphans the replacement whose block is gone before it confirms another', () => {
    const included = { ...next, state: 'included', block } as const;
    const swaps = [see(included, unseen), see(old, success)];
    expect(decideSettlement(swaps, facts(NONCE))).toEqual({ step: 'orphan', swap: included });
  });
});
