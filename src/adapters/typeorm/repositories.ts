import type { EntitySchema } from 'typeorm';
import { ok, unwrap, type Result } from '../../domain/shared/result.js';
import type { StoragePorts, Transaction, UnitOfWork } from '../../ports/index.js';
import {
  ApiKeyRequestTable,
  ApiKeyTable,
  ApiKeyUsageTable,
  RateWindowTable,
  TypeOrmApiKeyActivity,
  TypeOrmApiKeyRepository,
  TypeOrmRateCounter,
} from './api-keys/index.js';
import type { Database, Queries, Session } from './database/index.js';
import { MetadataTable, TypeOrmMetadataRepository } from './metadata/metadata-repository.js';
import {
  OrderEventTable,
  OrderTable,
  SwapTable,
  TypeOrmOrderEventLog,
  TypeOrmOrderRepository,
  TypeOrmSwapRepository,
} from './orders/index.js';
import {
  IdempotencyKeyTable,
  SignedMessageTable,
  TypeOrmIdempotencyLog,
  TypeOrmSignedMessageLog,
} from './requests/index.js';

/**
 * Entity schemas: list them under `entities` in your own data source, beside your own.
 *
 * @example new DataSource({ type: 'postgres', url, entities: [...TABLES, ...yours], migrations: MIGRATIONS });
 */
export const TABLES: EntitySchema[] = [
  OrderTable,
  OrderEventTable,
  SwapTable,
  SignedMessageTable,
  ApiKeyTable,
  ApiKeyUsageTable,
  ApiKeyRequestTable,
  RateWindowTable,
  IdempotencyKeyTable,
  MetadataTable,
];

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

/** Hands each unit of work repositories that run on its connection. */
export class TypeOrmUnitOfWork implements UnitOfWork {
  constructor(private readonly database: Database) {}

  run<T, E>(work: (storage: Transaction) => Promise<Result<T, E>>): Promise<Result<T, E>> {
    return this.database.transact((queries) => {
      const lock = (name: string) => this.database.lock(queries, name);
      const storage = repositories({
        read: (query) => query(queries),
        write: (change) => change(queries, lock),
        writeOne: (statement) => statement(queries),
      });
      return work({ ...storage, lock });
    });
  }
}

/** Repositories for use outside units of work: each write is its own transaction. */
export function plainRepositories(database: Database): StoragePorts {
  const lockIn = (queries: Queries) => (name: string) => database.lock(queries, name);
  return repositories({
    read: (query) => database.read(query),
    write: async (change) =>
      unwrap(await database.transact(async (queries) => ok(await change(queries, lockIn(queries))))),
    writeOne: (statement) => database.statement(statement),
  });
}
