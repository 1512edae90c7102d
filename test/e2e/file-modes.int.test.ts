import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runCommand } from '../support/run-command.js';
import { startSluice } from '../support/sluice-process.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-test-modes-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('lets no other user of the machine read databases, journals and backups', async () => {
  const settings = { DATABASE_URL: `sqlite:${join(folder, 'data/sluice.db')}` };
  const sluice = await startSluice(settings);
  const backedUp = await runCommand('backup', [join(folder, 'data/backup.db')], settings);
  expect(backedUp.code).toBe(0);
  const names = await readdir(join(folder, 'data'));
  expect(names).toEqual(expect.arrayContaining(['sluice.db', 'sluice.db-wal', 'backup.db']));
  const modes = await Promise.all(
    names.map(async (name) => [name, (await stat(join(folder, 'data', name))).mode & 0o077]),
  );
  expect(modes).toEqual(names.map((name) => [name, 0]));
  await sluice.end('SIGTERM');
});
