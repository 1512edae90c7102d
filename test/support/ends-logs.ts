import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFileEndsLog } from '../../src/adapters/ends-log/file-ends-log.js';
import { openDatabaseEndsLog } from '../../src/adapters/typeorm/index.js';
import type { Clock, EndsLog } from '../../src/ports/index.js';
import type { EndsLogHarness, OpenedEndsLog } from '../../src/testing/index.js';
import { temporarySqlite } from './harnesses.js';
import { createEmptyDatabase } from './postgres.js';

/** A folder for a log of ends in files. */
export async function endsFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-test-ends-'));
  return {
    path: join(folder, 'on', 'another-disk', 'ends.log'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function opening(
  place: { remove(): Promise<void> },
  open: () => Promise<EndsLog & { close(): Promise<void> }>,
): Promise<OpenedEndsLog> {
  const logs = [await open()];
  return {
    log: logs[0]!,
    again: async () => {
      const log = await open();
      logs.push(log);
      return log;
    },
    close: async () => {
      for (const log of logs) await log.close();
      await place.remove();
    },
  };
}

async function inDatabase(
  create: () => Promise<{ readonly url: string; remove(): Promise<void> }>,
  clock: Clock,
): Promise<OpenedEndsLog> {
  const database = await create();
  return opening(database, () => openDatabaseEndsLog(database.url, clock));
}

/** Every adapter of the log of ends. */
export const endsLogHarnesses: readonly EndsLogHarness[] = [
  {
    name: 'files',
    open: async (clock) => {
      const folder = await endsFolder();
      return opening(folder, () => openFileEndsLog(folder.path, clock));
    },
  },
  { name: 'a second SQLite database', open: (clock) => inDatabase(temporarySqlite, clock) },
  { name: 'a second Postgres database', open: (clock) => inDatabase(createEmptyDatabase, clock) },
];
