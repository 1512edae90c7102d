import type { AccountStates } from './account-states.js';
import type { BlockReader } from './blocks.js';
import type { BtcPriceSource } from './btc-price-source.js';
import type { CallersReads } from './callers-reads.js';
import type { ChainNode, LiquiditySource, SpentOrders, TokenBalances, WalletBalances } from './chain.js';
import type { EndsLog } from './ends-log.js';
import type { ExecutionObserver } from './execution-observer.js';
import type { MetadataNotifier, MetadataRepository } from './metadata.js';
import type { PastBlocks } from './past-blocks.js';
import type { RegistrySource } from './registry-source.js';
import type { SentSwaps } from './sent-swaps.js';
import type { SignatureVerifier } from './signature-verifier.js';
import type { SubnetHoldings } from './subnet-holdings.js';
import type { SwapSigner } from './swap-signer.js';
import type { Clock, Hasher, SecretSource } from './system.js';
import type { Tracer } from './tracer.js';
import type { Result } from '../domain/shared/result.js';
import type { AlertRepository } from './alerts.js';
import type { ApiKeyActivity, ApiKeyRepository, KeySpendingLog, RateCounter } from './api-keys.js';
import type { DatabaseHome } from './database-home.js';
import type { CancelTimers } from './cancel-timers.js';
import type { ContractLookup } from './contract-lookup.js';
import type { ExecutionQueue } from './execution-queue.js';
import type { ExecutionReports } from './execution-reports.js';
import type { IdempotencyLog, SignedMessageLog } from './request-logs.js';
import type { TokenSafetyReader } from './token-safety-reader.js';
import type { TokenLogoReader, TokenLogoRepository } from './token-logos.js';
import type { TokenUriReader, TokenUriRepository } from './token-uris.js';
import type { OperatorSessions } from './operator-sessions.js';
import type { OrderEventLog } from './order-event-log.js';
import type { OrderFeed } from './order-feed.js';
import type { OrderRepository } from './order-repository.js';
import type { OwnerUsage } from './owner-usage.js';
import type { PlanReader } from './plan-reader.js';
import type { PriceArchive, PriceStore } from './price-store.js';
import type { SendingSwitch } from './sending-switch.js';
import type { SwapRepository } from './swap-repository.js';
import type { BlockTrades, TradeStore } from './trades.js';
import type { Watermarks } from './watermarks.js';
import type { WebhookDeliveries, WebhookObserver, WebhookRepository, WebhookSender } from './webhooks.js';

export { StorageFailure } from './storage-failure.js';
export { storedTogether } from './stored-together.js';

/** Everything the core needs from outside. */
export interface Ports extends StorageAccess {
  /** Absent if the storage has no replicas: it then serves all reads itself. */
  readonly callersReads?: CallersReads | undefined;
  readonly clock: Clock;
  readonly hasher: Hasher;
  readonly secrets: SecretSource;
  readonly signatures: SignatureVerifier;
  readonly registry: RegistrySource;
  readonly liquidity: LiquiditySource;
  /** Absent if the chain is not followed: all reserves are then read again when they are too old. */
  readonly blocks?: BlockReader | undefined;
  /** Absent if trades are not recorded. */
  readonly blockTrades?: BlockTrades | undefined;
  readonly balances: TokenBalances;
  /** Absent if balances of wallets are read for any caller in the same way as for the executor. */
  readonly walletBalances?: WalletBalances | undefined;
  /** Absent if the balances of the operator's accounts are neither limited nor shown. */
  readonly accounts?: AccountStates | undefined;
  readonly chain: ChainNode;
  readonly spentOrders: SpentOrders;
  /** Absent if payments by unknown transactions are not traced. */
  readonly pastBlocks?: PastBlocks | undefined;
  /**
   * Absent if the transactions that operator accounts have sent are not read: one that the storage has lost stays lost until it is
   * mined.
   */
  readonly sentSwaps?: SentSwaps | undefined;
  /** One for each operator account, preferred one first. Absent or empty in programs that may not send swaps. */
  readonly signers?: readonly SwapSigner[] | undefined;
  /** Absent if nothing outside the storage keeps what owners have ended: after a restore, the operator must then decide. */
  readonly ends?: EndsLog | undefined;
  /** Absent when execution is not observed. */
  readonly executionObserver?: ExecutionObserver | undefined;
  /** Sources of the bitcoin price. Without a source, no prices are recorded. */
  readonly btcSources: readonly BtcPriceSource[];
  /** Absent if metadata is accepted for contracts that may not exist on the chain. */
  readonly contracts?: ContractLookup | undefined;
  /** Absent if the documents at the chain’s `token_uri` are not read. */
  readonly tokenUriReader?: TokenUriReader | undefined;
  /** Absent if the images of tokens are not read; there are then no logos. */
  readonly tokenLogoReader?: TokenLogoReader | undefined;
  /** Absent if the contracts of tokens are not read; there are then no safety facts. */
  readonly tokenSafetyReader?: TokenSafetyReader | undefined;
  /** Absent when no outside service follows metadata saves. */
  readonly metadataNotifier?: MetadataNotifier | undefined;
  /** Absent if sublinks are listed without holdings. */
  readonly subnetHoldings?: SubnetHoldings | undefined;
  /** Absent if there are no webhooks. */
  readonly webhookSender?: WebhookSender | undefined;
  /** Absent when deliveries to webhooks are not observed. */
  readonly webhookObserver?: WebhookObserver | undefined;
  /** Absent when work is not traced. */
  readonly tracer?: Tracer | undefined;
}

export type * from './account-states.js';
export type * from './alerts.js';
export type * from './api-keys.js';
export type * from './blocks.js';
export type * from './btc-price-source.js';
export type * from './callers-reads.js';
export type * from './cancel-timers.js';
export type * from './chain.js';
export type * from './commit-settings.js';
export type * from './contract-lookup.js';
export type * from './contract-reader.js';
export type * from './database-home.js';
export type * from './ends-log.js';
export type * from './execution-observer.js';
export type * from './execution-queue.js';
export type * from './execution-reports.js';
export type * from './request-logs.js';
export type {
  MetadataChange,
  MetadataChanges,
  MetadataNotifier,
  MetadataPageQuery,
  MetadataRepository,
} from './metadata.js';
export type * from './operator-sessions.js';
export type * from './token-safety-reader.js';
export type * from './token-logos.js';
export type * from './token-uris.js';
export type * from './order-event-log.js';
export type * from './order-feed.js';
export type * from './order-repository.js';
export type * from './owner-usage.js';
export type * from './past-blocks.js';
export type * from './plan-reader.js';
export type * from './price-store.js';
export type * from './reads-from.js';
export type * from './registry-source.js';
export type * from './sending-switch.js';
export type * from './storage-replicas.js';
export type * from './sent-swaps.js';
export type * from './signature-verifier.js';
export type * from './subnet-holdings.js';
export type * from './swap-repository.js';
export type * from './swap-signer.js';
export type * from './system.js';
export type * from './tracer.js';
export type * from './trades.js';
export type * from './trial-chain.js';
export type * from './watermarks.js';
export type * from './webhooks.js';

/** The ports that take part in units of work. */
export interface StoragePorts {
  readonly orders: OrderRepository;
  readonly events: OrderEventLog;
  readonly ownerUsage: OwnerUsage;
  readonly swaps: SwapRepository;
  readonly executionReports: ExecutionReports;
  readonly signedMessages: SignedMessageLog;
  readonly apiKeys: ApiKeyRepository;
  readonly apiKeyActivity: ApiKeyActivity;
  readonly keySpending: KeySpendingLog;
  readonly cancelTimers: CancelTimers;
  readonly rates: RateCounter;
  readonly idempotency: IdempotencyLog;
  readonly metadata: MetadataRepository;
  readonly sendingSwitch: SendingSwitch;
  readonly databaseHome: DatabaseHome;
  readonly operatorSessions: OperatorSessions;
  readonly tokenUris: TokenUriRepository;
  readonly tokenLogos: TokenLogoRepository;
  readonly alerts: AlertRepository;
  readonly webhooks: WebhookRepository;
  readonly webhookDeliveries: WebhookDeliveries;
}

/** Storage inside one unit of work. */
export interface Transaction extends StoragePorts {
  /** Blocks other units of work, in any process, that lock the same name, until this one ends. */
  lock(name: string): Promise<void>;
}

/** Writes several things together. */
export interface UnitOfWork {
  /**
   * Runs the work in one transaction: either all its writes are durable when the promise resolves, or none is. An error result
   * rolls back, like a throw. The work must use the storage it receives, never the ports outside. Other units of work see its
   * writes only after the commit.
   */
  run<T, E>(work: (storage: Transaction) => Promise<Result<T, E>>): Promise<Result<T, E>>;
  /**
   * Waits for the result of a unit of work that is run for several callers, no longer than this caller would wait for one of its
   * own. Rejects with an outage after that time.
   */
  waitFor<T>(shared: Promise<T>): Promise<T>;
}

/** Everything that a storage adapter implements: the ports of a unit of work, and those that manage their own transactions. */
export interface StorageAccess extends StoragePorts {
  readonly unitOfWork: UnitOfWork;
  readonly feed: OrderFeed;
  readonly executionQueue: ExecutionQueue;
  readonly watermarks: Watermarks;
  readonly plans: PlanReader;
  readonly prices: PriceStore;
  readonly priceArchive: PriceArchive;
  readonly trades: TradeStore;
}
