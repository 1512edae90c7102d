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

/** Whether what runs on one database by turns is to run on both, as `npm run test:e2e` wants it. */
export const ON_BOTH = process.env.E2E_DATABASES === 'both';

/**
 * The one database of a suite about something else, such as the chain: what the databases themselves must do is held by
 * the contracts of the ports, on each of them. Both by `npm run test:e2e`.
 */
export const onlyOn = (name: EndToEndDatabase['name']): readonly EndToEndDatabase[] =>
  ON_BOTH ? DATABASES : DATABASES.filter((database) => database.name === name);
