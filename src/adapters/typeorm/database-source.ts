import { isObject } from '../../domain/shared/fields.js';
import { shown } from '../../domain/shared/option-checks.js';

const WANTED = 'must be a URL such as sqlite:./sluice.db, { pool } or { dataSource }';

/** Problems with the location of a storage. Loads no driver, and does not quote the location: a URL may hold a password. */
export function databaseProblems(database: unknown): readonly string[] {
  if (typeof database === 'string') return [];
  if (!isObject(database)) return [`database ${WANTED}, not ${shown(database)}`];
  const names = Object.keys(database).filter((name) => database[name] !== undefined);
  const [only] = names;
  if (names.length === 1 && (only === 'pool' || only === 'dataSource'))
    return isObject(database[only])
      ? []
      : [`database.${only} must be a ${KINDS[only]}, not ${kindOf(database[only])}`];
  if (isLike(database, 'connect')) return [`database ${WANTED}; write { pool: … } around a pool`];
  if (isLike(database, 'initialize'))
    return [`database ${WANTED}; write { dataSource: … } around a data source`];
  return [`database ${WANTED}; it has ${names.length === 0 ? 'neither' : names.join(' and ')}`];
}

const KINDS = { pool: 'Pool of pg', dataSource: 'DataSource of TypeORM' } as const;

const kindOf = (value: unknown): string => (typeof value === 'string' ? 'a text' : shown(value));

const isLike = (value: Readonly<Record<string, unknown>>, method: string): boolean =>
  typeof value[method] === 'function';
