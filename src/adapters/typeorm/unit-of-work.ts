import { ok, unwrap, type Result } from '../../domain/shared/result.js';
import type { StoragePorts, Transaction, UnitOfWork } from '../../ports/unit-of-work.js';
import { TypeOrmApiKeyActivity } from './api-key-activity.js';
import { TypeOrmApiKeyRepository } from './api-key-repository.js';
import type { Database, Session } from './database.js';
import { TypeOrmIdempotencyLog } from './idempotency-log.js';
import { TypeOrmMetadataRepository } from './metadata-repository.js';
import { TypeOrmOrderEventLog } from './order-event-log.js';
import { TypeOrmOrderRepository } from './order-repository.js';
import type { Queries } from './queries.js';
import { TypeOrmRateCounter } from './rate-counter.js';
import { TypeOrmSignedMessageLog } from './signed-message-log.js';
import { TypeOrmSwapRepository } from './swap-repository.js';

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
