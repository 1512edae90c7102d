import { temporarySqlite } from './harnesses.js';
import { createDatabase } from './postgres.js';

/** The databases that an end-to-end suite runs on. */
export const DATABASES: readonly {
  readonly name: string;
  readonly create: () => Promise<{ readonly url: string; remove(): Promise<void> }>;
}[] = [
  { name: 'SQLite', create: temporarySqlite },
  { name: 'Postgres', create: createDatabase },
];
