import { inspectDatabase } from '../../adapters/typeorm/index.js';
import { isInMemory, sqliteFileOf, type Config } from '../../process/config.js';
import { fail, messageOf, ok, warn, type Check } from './check.js';

const NAME = 'database';

/** Whether the database responds, and whether its tables are this release's. */
export async function checkDatabase({ databaseUrl }: Pick<Config, 'databaseUrl'>): Promise<readonly Check[]> {
  if (isInMemory(databaseUrl))
    return [warn(NAME, 'is in memory: everything is lost at the end', 'set DATABASE_URL to keep it')];
  const where = describe(databaseUrl);
  try {
    const { exists, applied, pending, unknown, difference } = await inspectDatabase(databaseUrl);
    if (!exists) return [ok(NAME, `${where} does not exist yet: the server creates it`)];
    if (unknown.length > 0)
      return [
        fail(NAME, `${where} was written by a newer release (${unknown.join(', ')})`, 'start that one'),
      ];
    if (difference !== undefined) return [fail(NAME, `${where}: ${difference}`, 'see the line above')];
    if (pending.length === 0) return [ok(NAME, `${where} responds; its tables are up to date`)];
    const missing = `${pending.length} of ${pending.length + applied.length} migrations have not run`;
    return [ok(NAME, `${where} responds; ${missing}: the server runs them, or sluice migrate`)];
  } catch (error) {
    return [fail(NAME, `${where} cannot be opened: ${reasonOf(error)}`, remedyFor(databaseUrl))];
  }
}

/** Without user and password. */
export function describe(databaseUrl: string): string {
  const file = sqliteFileOf(databaseUrl);
  if (file !== undefined) return `SQLite ${file}`;
  if (!URL.canParse(databaseUrl)) return 'Postgres';
  const { host, pathname } = new URL(databaseUrl);
  return `Postgres ${host}${pathname}`;
}

/** Node gives an error no message when every address of a host refuses. */
const reasonOf = (error: unknown): string => {
  const { code } = error as { readonly code?: unknown };
  return messageOf(error) || String(code);
};

const remedyFor = (databaseUrl: string): string =>
  sqliteFileOf(databaseUrl) === undefined
    ? 'start Postgres, create the database (createdb), or correct DATABASE_URL'
    : 'correct DATABASE_URL, or restore a backup: sluice restore <file>';
