import type { ExecutionQueue } from './execution-queue.js';
import type { PriceArchive } from './price-archive.js';
import type { PriceStore } from './price-store.js';
import type { StoragePorts, UnitOfWork } from './unit-of-work.js';

/** Everything a storage adapter implements: the ports of a unit of work, and those that manage their own transactions. */
export interface StorageAccess extends StoragePorts {
  readonly unitOfWork: UnitOfWork;
  readonly executionQueue: ExecutionQueue;
  readonly prices: PriceStore;
  readonly priceArchive: PriceArchive;
}
