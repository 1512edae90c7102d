import { temporarySqlite } from './harnesses.js';
import { createDatabase } from './postgres.js';

export interface EndToEndDatabase {
  readonly name: 'SQLite' | 'Postgres';
  readonly create: () => Promise<{ readonly url: string; remove(): Promise<void> }>;
}

/** The databases that an end-to-end suite runs on. */
export const DATABASES: readonly EndToEndDatabase[] = [
  { name: 'SQLite', create: temporarySqlite },
  { name: 'Postgres', create: createDatabase },
];

/** Whether suites that normally run on one database run on both, as in `npm run test:e2e`. */
export const ON_BOTH = process.env.E2E_DATABASES === 'both';

/**
 * The database of a suite whose subject is something else, such as the chain: port contracts test every database already.
 * `npm run test:e2e` runs such suites on both databases.
 */
export const onlyOn = (name: EndToEndDatabase['name']): readonly EndToEndDatabase[] =>
  ON_BOTH ? DATABASES : DATABASES.filter((database) => database.name === name);
