import type { BtcPriceSource } from './btc-price-source.js';
import type { ChainNode, LiquiditySource, TokenBalances } from './chain.js';
import type { ExecutionObserver } from './execution-observer.js';
import type { MetadataNotifier } from './metadata.js';
import type { RegistrySource } from './registry-source.js';
import type { SignatureVerifier } from './signature-verifier.js';
import type { SwapSigner } from './swap-signer.js';
import type { Clock, Hasher, SecretSource } from './system.js';
import type { StorageAccess } from './unit-of-work.js';

/** Everything the core needs from outside. */
export interface Ports extends StorageAccess {
  readonly clock: Clock;
  readonly hasher: Hasher;
  readonly secrets: SecretSource;
  readonly signatures: SignatureVerifier;
  readonly registry: RegistrySource;
  readonly liquidity: LiquiditySource;
  readonly balances: TokenBalances;
  readonly chain: ChainNode;
  /** Absent in programs that may not send swaps. */
  readonly signer?: SwapSigner | undefined;
  /** Absent when execution is not observed. */
  readonly executionObserver?: ExecutionObserver | undefined;
  /** Sources of the bitcoin price. Without any, no prices are recorded. */
  readonly btcSources: readonly BtcPriceSource[];
  /** Absent when no outside service follows metadata saves. */
  readonly metadataNotifier?: MetadataNotifier | undefined;
}

export type * from './api-keys.js';
export type * from './btc-price-source.js';
export type * from './chain.js';
export type * from './execution-observer.js';
export type * from './execution-queue.js';
export type * from './request-logs.js';
export type { MetadataChanges, MetadataNotifier, MetadataPageQuery, MetadataRepository } from './metadata.js';
export type * from './order-event-log.js';
export type * from './order-repository.js';
export type * from './price-store.js';
export type * from './registry-source.js';
export type * from './signature-verifier.js';
export type * from './swap-repository.js';
export type * from './swap-signer.js';
export type * from './system.js';
export type * from './unit-of-work.js';
