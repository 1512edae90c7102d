import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { engineOf } from '../../../src/adapters/typeorm/database/engines.js';
import { Queries } from '../../../src/adapters/typeorm/database/queries.js';
import { allOf, joined, plain, prepared, rowOf, sql } from '../../../src/adapters/typeorm/database/sql.js';
import { openStorage, parseDatabaseUrl, StorageFailure } from '../../../src/adapters/typeorm/index.js';
import { claimFor } from '../../../src/domain/idempotency/idempotency.js';
import { err, ok } from '../../../src/domain/shared/result.js';
import { aKey } from '../../support/api-keys.js';
import { anOpenOrder, T0, uuidOf } from '../../support/builders.js';
import { DATABASES } from '../../support/databases.js';

describe.each(DATABASES)('Queries on $name', ({ name, create }) => {
  let database: Awaited<ReturnType<typeof create>>;
  let dataSource: DataSource;
  let storage: Awaited<ReturnType<typeof openStorage>>;
  let queries: Queries;

  beforeEach(async () => {
    database = await create();
    dataSource = await new DataSource(parseDatabaseUrl(database.url)).initialize();
    storage = await openStorage({ dataSource });
    queries = new Queries(dataSource.createQueryRunner(), engineOf(dataSource));
  });
  afterEach(async () => {
    await storage.close();
    await dataSource.destroy();
    await database.remove();
  });

  it('passes values as parameters and leaves question marks of the text alone', async () => {
    const rows = await queries.select(sql`
      SELECT '?' AS mark, '$1' AS dollar, CAST(${"'; DROP TABLE orders"} AS text) AS one, CAST(${2} AS integer) AS two`);
    expect(rows).toEqual([{ mark: '?', dollar: '$1', one: "'; DROP TABLE orders", two: 2 }]);
    if (name === 'Postgres') {
      const [row] = await queries.select(sql`SELECT '{"a": 1}'::jsonb ? CAST(${'a'} AS text) AS has`);
      expect(row).toEqual({ has: true });
    }
  });

  it('numbers the parameters of nested pieces in the order of the text', async () => {
    const row = joined([sql`CAST(${1} AS integer)`, plain('2'), sql`CAST(${3} AS integer)`], ', ');
    const [found] = await queries.select(sql`
      WITH t (a, b, c) AS (SELECT ${row}) SELECT * FROM t
      WHERE ${allOf([sql`a = ${1}`, undefined, sql`(b, c) = ${rowOf([2, 3])}`])}`);
    expect(found).toEqual({ a: 1, b: 2, c: 3 });
    expect(await queries.select(sql`SELECT 1 AS n WHERE ${allOf([])}`)).toEqual([{ n: 1 }]);
  });

  it('plans a prepared statement once per connection, whatever its values', async () => {
    const find = (key: string) => queries.select(prepared(sql`SELECT CAST(${key} AS text) AS key`));
    expect([await find('a'), await find('b')]).toEqual([[{ key: 'a' }], [{ key: 'b' }]]);
    if (name === 'Postgres')
      expect(
        await queries.number(
          sql`SELECT COUNT(*) AS n FROM pg_prepared_statements WHERE statement LIKE '%AS text) AS key%'`,
        ),
      ).toBe(1);
    await storage.ports.orders.insert(anOpenOrder());
    expect(await queries.execute(prepared(sql`UPDATE orders SET version = ${2}`))).toBe(1);
  });

  it('throws a StorageFailure without the values when a prepared statement fails', async () => {
    const insert = queries.execute(prepared(sql`INSERT INTO nowhere VALUES (${'secret'})`));
    const failure = await insert.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StorageFailure);
    expect(inspect(failure, { depth: 9 })).not.toContain('secret');
    expect(queries.failure).toBe(failure);
  });

  it('throws a StorageFailure without the stored values when an entity operation fails', async () => {
    await dataSource.query('DROP TABLE idempotency_keys');
    await dataSource.query('DROP TABLE api_keys');
    const operations = [
      () => storage.ports.idempotency.insert(claimFor('secret-id', 'secret-print', T0)),
      () => storage.ports.idempotency.find('secret-id'),
      () => storage.ports.apiKeys.insert(aKey(1, { preview: 'secret-preview' })),
      () => storage.ports.apiKeys.update(aKey(1, { preview: 'secret-preview' })),
    ];
    for (const operation of operations) {
      const failure = await operation().catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(StorageFailure);
      expect(inspect(failure, { depth: 9 })).not.toContain('secret');
    }
  });

  it('does not commit a unit of work that swallowed a failed entity operation', async () => {
    const work = storage.ports.unitOfWork.run(async (tx) => {
      await tx.orders.insert(anOpenOrder());
      await tx.apiKeys.insert(aKey(1));
      await tx.apiKeys.insert(aKey(1)).catch(() => undefined);
      return ok();
    });
    await expect(work).rejects.toThrow(StorageFailure);
    expect(await storage.ports.orders.findById(uuidOf(1))).toBeUndefined();
    expect(await storage.ports.apiKeys.findById(aKey(1).id)).toBeUndefined();
  });

  it('keeps a unit of work usable after an insert whose key is taken', async () => {
    await storage.ports.signedMessages.insert('a'.repeat(64), T0);
    const result = await storage.ports.unitOfWork.run(async (tx) => {
      expect(await tx.signedMessages.insert('a'.repeat(64), T0)).toEqual(err({ kind: 'already-exists' }));
      return tx.orders.insert(anOpenOrder());
    });
    expect(result).toEqual(ok());
  });

  it.each([
    ['api_keys', 'created_at', 'yesterday'],
    ['api_keys', 'permissions', '["withdraw"]'],
    ['api_keys', 'permissions', '[]'],
    ['token_metadata', 'record', 'null'],
    ['idempotency_keys', 'state', 'lost'],
  ])('throws when it reads a malformed row: %s.%s = %s', async (table, column, value) => {
    const { apiKeys, metadata, idempotency } = storage.ports;
    await apiKeys.insert(aKey(1));
    await metadata.save('SP1.a', { name: 'A' });
    await idempotency.insert(claimFor('a', 'b', T0));
    await queries.execute(sql`UPDATE ${plain(table)} SET ${plain(column)} = ${value}`);
    const reads = {
      api_keys: () => apiKeys.findById(aKey(1).id),
      token_metadata: () => metadata.find('SP1.a'),
      idempotency_keys: () => idempotency.find('a'),
    };
    await expect(reads[table as keyof typeof reads]()).rejects.toThrow(`the stored ${column} is malformed`);
  });
});
