export type { KnownSources } from './contracts/contract-reach.js';
export type { BlockHeader } from './node/block-contents.js';
export type { EventsPage, EventsReader } from './node/transaction-events.js';
export { createAccountStates } from './node/account-states.js';
export { BlockKnowledge } from './blocks/block-knowledge.js';
export type { Transaction } from './blocks/block-transactions.js';
export { createBlockReader, type BlockReaderOptions } from './blocks/block-reader.js';
export { createBlockTrades, type BlockTradesOptions } from './blocks/block-trades.js';
export type { CountedRequest, HttpEvent, HttpOptions } from './node/http-attempt.js';
export { createLiquiditySource, type LiquiditySourceOptions } from './blocks/liquidity.js';
export { createNodeClient, type StacksNode } from './node/node-client.js';
export { createPastBlocks, type PastBlocksOptions } from './blocks/past-blocks.js';
export { parseOperatorKey, type InvalidOperatorKey, type OperatorKey } from './swap/operator-key.js';
export { createRegistry, type InvalidRegistry } from './registry/registry.js';
export { openRegistryFile, type RegistryFile, type RegistryFileOptions } from './registry/registry-file.js';
export { builtInRegistry } from './registry/registries/built-in.js';
export { RequestBudget, type RequestBudgetOptions, type RequestPurpose } from './node/request-budget.js';
export { createSentSwaps, type SentSwapsOptions } from './swap/sent-swaps.js';
export type { AccountReader, ListedTransaction } from './node/account-transactions.js';
export {
  createSignatureVerifier,
  openSignatureThreads,
  type DirectVerifier,
  type ThreadedVerifier,
} from './signatures/signature-verifier.js';
export { createSubnetHoldings, type SubnetHoldingsOptions } from './balances/subnet-holdings.js';
export { createSwapSigner, operatorAddress, type SwapSignerOptions } from './swap/swap-signer.js';
export {
  createSpentOrders,
  createTokenBalances,
  type TokenBalancesOptions,
} from './contracts/contract-reads.js';
export { createWalletBalances, type WalletBalancesOptions } from './balances/wallet-balances.js';
export { createContractLookup, type ContractLookupOptions } from './contracts/contract-lookup.js';
export { createContractReader, type ContractReaderOptions } from './contracts/contract-reader.js';
export { registrySchema } from './registry/registry-format.js';
export type { JsonSchema } from './registry/registry-entry.js';
export {
  orderSignature,
  signPlanTerms,
  signRequest,
  signTerms,
  signText,
  type OrderToSign,
  type RequestSigner,
  type SignedPlanTerms,
  type WalletHeaders,
} from './signatures/wallet.js';
export type { BlockTransactions, ContentsReader } from './node/block-contents.js';
export type { HostsOptions } from './node/hosts.js';
