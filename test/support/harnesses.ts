import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryStorage } from '../../src/adapters/memory/index.js';
import type { OpenedStorage, StorageHarness } from '../../src/testing/harness.js';
import { borrowDatabase } from './postgres.js';

export type { OpenedStorage, StorageHarness };

/** Creates a new SQLite file in a new folder. */
export async function temporarySqlite(): Promise<{ readonly url: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-test-sqlite-'));
  return {
    url: `sqlite:${join(folder, 'sluice.db')}`,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function openTemporary(database: { readonly url: string; remove(): Promise<void> }) {
  // Imported only here: suites that need just a database's address would load TypeORM for nothing.
  const { openStorage } = await import('../../src/adapters/typeorm/index.js');
  const storage = await openStorage(database.url);
  return {
    ports: storage.ports,
    close: async () => {
      await storage.close();
      await database.remove();
    },
  };
}

/** Every storage adapter. */
export const harnesses: readonly StorageHarness[] = [
  { name: 'memory', open: async () => ({ ports: memoryStorage(), close: async () => {} }) },
  { name: 'sqlite file', open: async () => openTemporary(await temporarySqlite()) },
  { name: 'sqlite in memory', open: () => openTemporary({ url: 'sqlite::memory:', remove: async () => {} }) },
  { name: 'postgres', open: async () => openTemporary(await borrowDatabase()) },
];
