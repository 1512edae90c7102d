import { ok, unwrap, type Result } from '../../domain/shared/result.js';
import type { StoragePorts, Transaction, UnitOfWork } from '../../ports/index.js';
import type { Database, Queries } from './database/index.js';
import { repositories } from './repositories.js';

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
