import type { Result } from '../../domain/shared/result.js';
import type { StorageAccess, StoragePorts, Transaction, UnitOfWork } from '../../ports/index.js';
import { InMemoryApiKeyActivity } from './api-key-activity.js';
import { InMemoryApiKeyRepository } from './api-key-repository.js';
import { InMemoryExecutionQueue } from './execution-queue.js';
import { InMemoryIdempotencyLog } from './idempotency-log.js';
import { InMemoryMetadataRepository } from './metadata-repository.js';
import { InMemoryOrderEventLog } from './order-event-log.js';
import { InMemoryOrderRepository } from './order-repository.js';
import { InMemoryPriceStore } from './price-store.js';
import { InMemoryRateCounter } from './rate-counter.js';
import { InMemorySignedMessageLog } from './signed-message-log.js';
import { InMemorySwapRepository } from './swap-repository.js';
import { emptyTables, stage, type Session, type Tables } from './tables.js';

/**
 * Storage in this process's memory, gone with it. Units of work and single writes run one after another; reads
 * outside see what is committed. Lists are sorted anew at each call: right for thousands of orders, not for millions.
 */
export function memoryStorage(): StorageAccess {
  const committed = emptyTables();
  const inTurn = turns();
  const prices = new InMemoryPriceStore();
  const session: Session = {
    read: async (query) => query(committed),
    write: (change) => inTurn(async () => change(committed)),
  };
  return {
    ...repositories(session),
    unitOfWork: new InMemoryUnitOfWork(committed, inTurn),
    executionQueue: new InMemoryExecutionQueue(session),
    prices,
    priceArchive: prices,
  };
}

type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

class InMemoryUnitOfWork implements UnitOfWork {
  constructor(
    private readonly committed: Tables,
    private readonly inTurn: InTurn,
  ) {}

  run<T, E>(work: (storage: Transaction) => Promise<Result<T, E>>): Promise<Result<T, E>> {
    return this.inTurn(async () => {
      const staged = stage(this.committed);
      const atOnce: Session['read'] = async (change) => change(staged.tables);
      // Units of work never overlap, so every name is locked as it is.
      const lock = async () => {};
      const result = await work({ ...repositories({ read: atOnce, write: atOnce }), lock });
      if (result.ok) staged.commit();
      return result;
    });
  }
}

function repositories(session: Session): StoragePorts {
  return {
    orders: new InMemoryOrderRepository(session),
    events: new InMemoryOrderEventLog(session),
    swaps: new InMemorySwapRepository(session),
    signedMessages: new InMemorySignedMessageLog(session),
    apiKeys: new InMemoryApiKeyRepository(session),
    apiKeyActivity: new InMemoryApiKeyActivity(session),
    rates: new InMemoryRateCounter(session),
    idempotency: new InMemoryIdempotencyLog(session),
    metadata: new InMemoryMetadataRepository(session),
  };
}

/** Runs what it is given one after another, whether or not the one before failed. */
function turns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn;
    return turn;
  };
}
