export { createAccountStates } from './account-states.js';
export { createBlockReader, type BlockReaderOptions } from './block-reader.js';
export type { CountedRequest, HttpEvent, HttpOptions } from './http-attempt.js';
export { createLiquiditySource, type LiquiditySourceOptions } from './liquidity.js';
export { createNodeClient, type StacksNode } from './node-client.js';
export { createPastBlocks, type PastBlocksOptions } from './past-blocks.js';
export { parseOperatorKey, type InvalidOperatorKey, type OperatorKey } from './operator-key.js';
export { createRegistry, type InvalidRegistry } from './registry.js';
export { openRegistryFile, type RegistryFile, type RegistryFileOptions } from './registry-file.js';
export { builtInRegistry } from './registries/built-in.js';
export { RequestBudget, type RequestBudgetOptions, type RequestPurpose } from './request-budget.js';
export { createSentSwaps, type SentSwapsOptions } from './sent-swaps.js';
export type { AccountReader, ListedTransaction } from './account-transactions.js';
export { createSignatureVerifier } from './signature-verifier.js';
export { createSubnetHoldings, type SubnetHoldingsOptions } from './subnet-holdings.js';
export { createSwapSigner, operatorAddress, type SwapSignerOptions } from './swap-signer.js';
export { createSpentOrders, createTokenBalances, type TokenBalancesOptions } from './contract-reads.js';
export { createWalletBalances, type WalletBalancesOptions } from './wallet-balances.js';
export { createContractLookup, type ContractLookupOptions } from './contract-lookup.js';
export { createContractReader, type ContractReaderOptions } from './contract-reader.js';
export { registrySchema } from './registry-format.js';
export type { JsonSchema } from './registry-entry.js';
export {
  signOrder,
  signRequest,
  signTerms,
  signText,
  type OrderToSign,
  type RequestSigner,
  type WalletHeaders,
} from './wallet.js';
export type { BlockTransactions, ContentsReader } from './block-contents.js';
export type { HostsOptions } from './hosts.js';
