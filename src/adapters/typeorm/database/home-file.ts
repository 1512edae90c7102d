import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';

const fileOf = (database: string): string => `${database}.home`;

/** Names the file of an SQLite database, whatever its path. Device numbers may change when a machine starts, so they are left out. */
export const placeOf = (database: string): string => String(statSync(database, { bigint: true }).ino);

/** Whether the token is in the file next to the database. It is not if a database was copied without that file, or over another one. */
export function isKnownToken(database: string, token: string): boolean {
  const file = fileOf(database);
  return existsSync(file) && readFileSync(file, 'utf8').split('\n').includes(token);
}

/**
 * Makes a new token and writes it next to the database; the caller stores it in the database.
 *
 * @param known the token in the database. It stays in the file, because the database has it until the new token is committed.
 */
export function addToken(database: string, known: string | undefined): string {
  const token = randomBytes(16).toString('hex');
  const file = fileOf(database);
  const part = `${file}.part`;
  writeFileSync(part, [known, token, ''].filter((line) => line !== undefined).join('\n'), { mode: 0o600 });
  renameSync(part, file);
  return token;
}
