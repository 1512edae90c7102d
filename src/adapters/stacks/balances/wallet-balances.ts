import { TaskCancelledError, timeout, TimeoutStrategy } from 'cockatiel';
import pLimit from 'p-limit';
import type { ChainRead, WalletBalances } from '../../../ports/index.js';
import { readHolding } from '../contracts/contract-reads.js';
import { unreachable } from '../node/http.js';
import type { StacksNode } from '../node/node-client.js';

/** Options for reading wallets' balances. */
export interface WalletBalancesOptions {
  readonly node: Pick<StacksNode, 'callRead' | 'stxBalance' | 'tip'>;
  /** Number of balances read at a time. Default 8. */
  readonly concurrency?: number;
  /** Maximum number of reads that wait for their turn; further ones fail at once. Default 400. */
  readonly mostWaiting?: number;
  /** Milliseconds after which a read counts as unreachable, including the wait for its turn. Default 4,000. */
  readonly timeoutMs?: number;
}

/**
 * Reads balances for any caller: a few at a time, each for a limited time, so neither many callers nor a slow node can make work
 * pile up.
 *
 * @example
 * const node = createNodeClient({ baseUrl: 'https://api.mainnet.hiro.so' });
 * const walletBalances = createWalletBalances({ node });
 */
export function createWalletBalances({
  node,
  concurrency = 8,
  mostWaiting = 400,
  timeoutMs = 4_000,
}: WalletBalancesOptions): WalletBalances {
  const turns = pLimit(concurrency);
  const policy = timeout(timeoutMs, { strategy: TimeoutStrategy.Aggressive, abortOnReturn: false });
  const tooLate = unreachable(`no response in ${timeoutMs} ms`);

  const inTime = async <T>(read: (signal: AbortSignal) => ChainRead<T>): ChainRead<T> => {
    try {
      return await policy.execute(({ signal }) => read(signal));
    } catch (error) {
      if (error instanceof TaskCancelledError) return tooLate;
      throw error;
    }
  };

  return {
    tip: () => inTime(() => node.tip()),
    async balanceOf(token, owner, at) {
      if (turns.pendingCount >= mostWaiting) return unreachable('too many balances wait to be read');
      return inTime((signal) =>
        // Does not query the node once the caller has stopped waiting.
        turns(async () => (signal.aborted ? tooLate : readHolding(node, token, owner, at))),
      );
    },
  };
}
