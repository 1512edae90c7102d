import type { ChainNode } from '../../../ports/index.js';

/**
 * The chain as seen in a dry run: everything is read, and nothing is ever sent. To settlement, a broadcast looks as if it had no
 * answer.
 */
export const withholding = (chain: ChainNode): ChainNode => ({
  tip: () => chain.tip(),
  indexHeight: () => chain.indexHeight(),
  blockAt: (height) => chain.blockAt(height),
  nextNonce: (account, at) => chain.nextNonce(account, at),
  accountNonces: (account) => chain.accountNonces(account),
  broadcast: async () => ({ kind: 'unknown', reason: 'a dry run sends nothing' }),
  transactionStatus: (txid) => chain.transactionStatus(txid),
  transactionStatuses: (txids, senders) => chain.transactionStatuses(txids, senders),
});
