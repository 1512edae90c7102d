import type { BtcPriceSource } from './btc-price-source.js';
import type { ChainNode } from './chain-node.js';
import type { Clock } from './clock.js';
import type { ExecutionObserver } from './execution-observer.js';
import type { Hasher } from './hasher.js';
import type { LiquiditySource } from './liquidity-source.js';
import type { MetadataNotifier } from './metadata-notifier.js';
import type { RegistrySource } from './registry-source.js';
import type { SecretSource } from './secret-source.js';
import type { SignatureVerifier } from './signature-verifier.js';
import type { SwapSigner } from './swap-signer.js';
import type { TokenBalances } from './token-balances.js';
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

export type * from './api-key-activity.js';
export type * from './api-key-repository.js';
export type * from './btc-price-source.js';
export type * from './chain-node.js';
export type * from './clock.js';
export type * from './execution-observer.js';
export type * from './execution-queue.js';
export type * from './hasher.js';
export type * from './idempotency-log.js';
export type * from './liquidity-source.js';
export type * from './metadata-notifier.js';
export type { MetadataChanges, MetadataPageQuery, MetadataRepository } from './metadata-repository.js';
export type * from './order-event-log.js';
export type * from './order-repository.js';
export type * from './price-archive.js';
export type * from './price-store.js';
export type * from './rate-counter.js';
export type * from './registry-source.js';
export type * from './secret-source.js';
export type * from './signature-verifier.js';
export type * from './signed-message-log.js';
export type * from './swap-repository.js';
export type * from './swap-signer.js';
export type * from './token-balances.js';
export type * from './unit-of-work.js';
