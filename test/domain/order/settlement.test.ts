import { describe, expect, it } from '@jest/globals';
import {
  decideSettlement,
  FINAL_DEPTH,
  type Settlement,
  type TransactionStatus,
} from '../../../src/domain/order/settlement.js';
import type { LIVE_SWAP_STATES } from '../../../src/domain/order/swap-transaction.js';
import { type SwapTransaction } from '../../../src/domain/order/swap-transaction.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { aSwap } from '../../support/builders.js';

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
    keys(DEPTHS).flatMap((depth) => keys(NONCES).map((nonce) => ({ state, status, depth, nonce }))),
  ),
);

describe('decideSettlement', () => {
  it.each(table)('a swap $state that is $status, $depth, its nonce $nonce', (row) => {
    const { state, status, depth, nonce } = row;
    const facts = { executedNonce: NONCES[nonce], tipHeight: DEPTHS[depth] };
    expect(decideSettlement(SWAPS[state], STATUSES[status], facts).step).toBe(
      DECIDED[state][status][depth][nonce],
    );
  });

  const facts = { executedNonce: undefined, tipHeight: 500 };

  it.each([
    ['at another height', { blockHeight: 101, blockTime: block.blockTime + 1 }],
    ['at the same height in another block', { ...block, blockTime: block.blockTime + 1 }],
  ])('a swap that is now mined %s was orphaned first', (_, elsewhere) => {
    const success = { ...STATUSES.success, ...elsewhere };
    const aborted = { ...STATUSES.aborted, ...elsewhere };
    expect(decideSettlement(SWAPS.included, success, facts)).toEqual({ step: 'orphan' });
    expect(decideSettlement(SWAPS.included, aborted, facts)).toEqual({ step: 'orphan' });
  });

  it('hands on what the chain said', () => {
    expect(decideSettlement(SWAPS.accepted, STATUSES.success, facts)).toEqual({
      step: 'confirm',
      block,
      ...paid,
    });
    expect(decideSettlement(SWAPS.accepted, STATUSES.aborted, facts)).toEqual({
      step: 'fail',
      block,
      reason: 'abort_by_response',
    });
    expect(decideSettlement(SWAPS.accepted, STATUSES.dropped, { ...facts, executedNonce: 9n })).toEqual({
      step: 'bury',
      reason: 'nonce 5 was used by another transaction (dropped_replace_by_fee)',
    });
    expect(decideSettlement(SWAPS.stored, STATUSES.unseen, { ...facts, executedNonce: 5n })).toEqual({
      step: 'bury',
      reason: 'nonce 5 was used by another transaction',
    });
  });
});
