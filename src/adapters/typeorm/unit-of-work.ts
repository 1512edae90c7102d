import { ok, unwrap, type Result } from '../../domain/shared/result.js';
import type { StoragePorts, Transaction, UnitOfWork } from '../../ports/unit-of-work.js';
import { TypeOrmApiKeyActivity } from './api-keys/api-key-activity.js';
import { TypeOrmApiKeyRepository } from './api-keys/api-key-repository.js';
import type { Database, Session } from './database/database.js';
import { TypeOrmIdempotencyLog } from './requests/idempotency-log.js';
import { TypeOrmMetadataRepository } from './metadata/metadata-repository.js';
import { TypeOrmOrderEventLog } from './orders/order-event-log.js';
import { TypeOrmOrderRepository } from './orders/order-repository.js';
import type { Queries } from './database/queries.js';
import { TypeOrmRateCounter } from './api-keys/rate-counter.js';
import { TypeOrmSignedMessageLog } from './requests/signed-message-log.js';
import { TypeOrmSwapRepository } from './orders/swap-repository.js';

/** Hands each unit of work repositories that run on its own connection. */
export class TypeOrmUnitOfWork implements UnitOfWork {
  constructor(private readonly database: Database) {}

  run<T, E>(work: (storage: Transaction) => Promise<Result<T, E>>): Promise<Result<T, E>> {
    return this.database.transact((queries) => {
      const lock = (name: string) => this.database.lock(queries, name);
      const session: Session = {
        read: (query) => query(queries),
        write: (change) => change(queries, lock),
        writeOne: (statement) => statement(queries),
      };
      return work({ ...repositories(session), lock });
    });
  }
}

/** Repositories for use outside units of work: each write is a transaction of its own. */
export function plainRepositories(database: Database): StoragePorts {
  const lockIn = (queries: Queries) => (name: string) => database.lock(queries, name);
  return repositories({
    read: (query) => database.read(query),
    write: async (change) =>
      unwrap(await database.transact(async (queries) => ok(await change(queries, lockIn(queries))))),
    writeOne: (statement) => database.statement(statement),
  });
}

const repositories = (session: Session): StoragePorts => ({
  orders: new TypeOrmOrderRepository(session),
  events: new TypeOrmOrderEventLog(session),
  swaps: new TypeOrmSwapRepository(session),
  signedMessages: new TypeOrmSignedMessageLog(session),
  apiKeys: new TypeOrmApiKeyRepository(session),
  apiKeyActivity: new TypeOrmApiKeyActivity(session),
  rates: new TypeOrmRateCounter(session),
  idempotency: new TypeOrmIdempotencyLog(session),
  metadata: new TypeOrmMetadataRepository(session),
});
