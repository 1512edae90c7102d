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
import type { StorageAccess } from './storage.js';
import type { SwapSigner } from './swap-signer.js';
import type { TokenBalances } from './token-balances.js';

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

export type { ApiKeyActivity, StoredUsage } from './api-key-activity.js';
export type { ApiKeyRepository } from './api-key-repository.js';
export type { BtcPrice, BtcPriceSource, SourceFailed } from './btc-price-source.js';
export type {
  AccountNonces,
  BroadcastOutcome,
  ChainNode,
  ChainUnreachable,
  RefusalSubject,
} from './chain-node.js';
export type { Clock } from './clock.js';
export type { ExecutionEvent, ExecutionObserver } from './execution-observer.js';
export type { Claim, ExecutionQueue } from './execution-queue.js';
export type { Hasher } from './hasher.js';
export type { IdempotencyLog } from './idempotency-log.js';
export type { AskedHop, LiquiditySource } from './liquidity-source.js';
export type { MetadataNotifier } from './metadata-notifier.js';
export type { MetadataChanges, MetadataPageQuery, MetadataRepository } from './metadata-repository.js';
export type { OrderEventLog } from './order-event-log.js';
export type {
  AlreadyExists,
  OrderPage,
  OrderQuery,
  OrderRepository,
  OrderScope,
  StaleVersion,
} from './order-repository.js';
export type {
  ImportedPrice,
  ImportOutcome,
  PriceArchive,
  PriceCheck,
  PriceDifference,
} from './price-archive.js';
export type { DayOfPrices, LatestPrices, PriceStore } from './price-store.js';
export type { RateCounter } from './rate-counter.js';
export type { RegistrySource } from './registry-source.js';
export type { SecretSource } from './secret-source.js';
export type { SignatureVerifier, SignedOrder, SignedText } from './signature-verifier.js';
export type { SignedMessageLog } from './signed-message-log.js';
export type { StorageAccess } from './storage.js';
export type { SwapRepository } from './swap-repository.js';
export type { SignedSwap, SwapPlan, SwapSigner, Unprotectable } from './swap-signer.js';
export type { TokenBalances } from './token-balances.js';
export type { StoragePorts, Transaction, UnitOfWork } from './unit-of-work.js';
