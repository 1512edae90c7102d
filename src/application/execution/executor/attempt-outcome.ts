import type { SendSwapError } from '../send/send-swap.js';

/**
 * What a failed attempt means for the next one.
 *
 * - `ended`: the order is not to be sent by itself any more, or not by this program.
 * - `under-way`: a transaction that may be mined is stored; settlement takes it from here.
 * - `outage`: the chain or the operator's account, not the order, is the cause. Back off and try again; it does not count.
 * - `counts`: the order itself could not be sent. It counts towards the most attempts an order gets in a row.
 */
export type AttemptConsequence = 'ended' | 'under-way' | 'outage' | 'counts';

export function consequenceOf(error: SendSwapError): AttemptConsequence {
  switch (error.kind) {
    case 'execution-disabled':
    case 'order-expired':
    case 'order-not-open':
      return 'ended';
    case 'broadcast-unknown':
    case 'sibling-sent':
      return 'under-way';
    case 'chain-unreachable':
    case 'too-many-in-flight':
      return 'outage';
    case 'broadcast-refused':
      return error.about === 'transaction' ? 'counts' : 'outage';
    case 'below-minimum':
    case 'no-route':
    case 'swap-unprotectable':
      return 'counts';
  }
}
