import type { Result } from '../domain/shared/result.js';
import type { ApiKeyActivity, ApiKeyRepository, RateCounter } from './api-keys.js';
import type { ExecutionQueue } from './execution-queue.js';
import type { IdempotencyLog, SignedMessageLog } from './request-logs.js';
import type { MetadataRepository } from './metadata.js';
import type { OrderEventLog } from './order-event-log.js';
import type { OrderRepository } from './order-repository.js';
import type { PriceArchive, PriceStore } from './price-store.js';
import type { SwapRepository } from './swap-repository.js';

/** The ports that take part in units of work. */
export interface StoragePorts {
  readonly orders: OrderRepository;
  readonly events: OrderEventLog;
  readonly swaps: SwapRepository;
  readonly signedMessages: SignedMessageLog;
  readonly apiKeys: ApiKeyRepository;
  readonly apiKeyActivity: ApiKeyActivity;
  readonly rates: RateCounter;
  readonly idempotency: IdempotencyLog;
  readonly metadata: MetadataRepository;
}

/** Storage inside one unit of work. */
export interface Transaction extends StoragePorts {
  /** Blocks other units of work, in any process, that lock the same name, until this one ends. */
  lock(name: string): Promise<void>;
}

/** Writes several things together. */
export interface UnitOfWork {
  /**
   * Runs the work in one transaction: either all its writes are durable when the promise resolves, or none is. An error
   * result rolls back, as a throw does. The work must use the storage it receives, never the ports outside. Other units
   * of work may see its writes only after the commit.
   */
  run<T, E>(work: (storage: Transaction) => Promise<Result<T, E>>): Promise<Result<T, E>>;
}

/** Everything a storage adapter implements: the ports of a unit of work, and those that manage their own transactions. */
export interface StorageAccess extends StoragePorts {
  readonly unitOfWork: UnitOfWork;
  readonly executionQueue: ExecutionQueue;
  readonly prices: PriceStore;
  readonly priceArchive: PriceArchive;
}
