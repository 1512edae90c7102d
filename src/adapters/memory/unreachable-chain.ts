import { err } from '../../domain/shared/result.js';
import type { BroadcastOutcome, ChainNode, ChainUnreachable } from '../../ports/chain-node.js';

const REASON = 'this program runs without a chain';

/** The chain of a program that has none: orders are kept and quoted, and nothing is ever sent. */
export class UnreachableChain implements ChainNode {
  tipHeight = unreachable;
  accountNonces = unreachable;
  transactionStatus = unreachable;
  transactionStatuses = unreachable;

  async broadcast(): Promise<BroadcastOutcome> {
    return { kind: 'unknown', reason: REASON };
  }
}

async function unreachable() {
  return err<ChainUnreachable>({ kind: 'chain-unreachable', reason: REASON });
}
