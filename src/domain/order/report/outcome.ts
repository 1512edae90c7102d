import type { ContractId } from '../../shared/contract-id.js';
import type { OrderUuid, Txid } from '../ids.js';
import type { BlockRef } from '../swap-transaction.js';
import { reportOn, type FillFacts } from './execution-report.js';

/**
 * Cause of an abort by the chain. `post-condition`: the swap would have paid less than its minimum, or moved more than it may. `contract`: a
 * contract returned an error. `other`: anything else, such as a signature that another transaction had used.
 */
export type AbortCause = (typeof ABORT_CAUSES)[number];
/** Every cause of an abort. */
export const ABORT_CAUSES = ['post-condition', 'contract', 'other'] as const;

/** Fields of every mined swap. */
interface Mined {
  readonly uuid: OrderUuid;
  readonly txid: Txid;
  readonly tokenIn: ContractId;
  readonly tokenOut: ContractId;
  readonly block: BlockRef;
  /** Time from which the executor could have sent the order. Absent if its owner had it sent, or another server did. */
  readonly dueAt?: Date;
  readonly broadcastedAt: Date;
}

/** Order's swap that was mined and paid. */
export interface FilledSwap extends Mined {
  readonly kind: 'filled';
  readonly facts: FillFacts;
}

/** Order's swap that was mined and aborted. */
export interface AbortedOutcome extends Mined {
  readonly kind: 'aborted';
  readonly cause: AbortCause;
}

/** Outcome of an order's swap in a block. */
export type SwapOutcome = FilledSwap | AbortedOutcome;

/** Figures of one outcome that public statistics are made of. No order, address or id is among them. */
export interface OutcomeFigures extends Pick<Mined, 'tokenIn' | 'tokenOut'> {
  /** Absent if the swap paid. */
  readonly abort?: AbortCause;
  /** Whether the best output is that just before the swap, to the unit. */
  readonly isExact: boolean;
  /** Figures of the report. */
  readonly shortfallBps?: number;
  readonly surplusBps?: number;
  readonly overMinimumBps?: number;
  /** Milliseconds from due to broadcast. */
  readonly toBroadcastMs?: number;
  /** Milliseconds from broadcast to the time of the block, 0 or more. */
  readonly toBlockMs: number;
}

/** The cause of an abort, by the chain's own words. */
export function abortCauseOf(reason: string): AbortCause {
  if (reason.startsWith('abort_by_post_condition')) return 'post-condition';
  return reason.startsWith('abort_by_response') || reason.startsWith('(err ') ? 'contract' : 'other';
}

/** The UTC day of the block's time, in days since 1970. */
export const dayOfBlock = ({ blockTime }: BlockRef): number => Math.floor(blockTime / 86_400);

/** The figures of an outcome. */
export function figuresOf(outcome: SwapOutcome): OutcomeFigures {
  const { tokenIn, tokenOut, dueAt, broadcastedAt, block } = outcome;
  const sentMs = broadcastedAt.getTime();
  const times = {
    ...(dueAt !== undefined && { toBroadcastMs: Math.max(0, sentMs - dueAt.getTime()) }),
    // Block times are whole seconds of the miner's clock, so a quick block may seem to precede the broadcast.
    toBlockMs: Math.max(0, block.blockTime * 1000 - sentMs),
  };
  if (outcome.kind === 'aborted')
    return { tokenIn, tokenOut, abort: outcome.cause, isExact: false, ...times };
  const { parent, shortfallBps, surplusBps, overMinimumBps } = reportOn(outcome.facts);
  return {
    tokenIn,
    tokenOut,
    isExact: parent?.best !== undefined && parent.inexact === undefined,
    ...(shortfallBps !== undefined && { shortfallBps }),
    ...(surplusBps !== undefined && { surplusBps }),
    ...(overMinimumBps !== undefined && { overMinimumBps }),
    ...times,
  };
}
