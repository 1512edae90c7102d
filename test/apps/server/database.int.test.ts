import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { databaseState, openDatabase } from '../../../src/apps/server/database.js';
import { StartError } from '../../../src/apps/run/start-error.js';
import { provided } from '../../support/provided.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-test-'));
  await writeFile(join(folder, 'notes.txt'), 'no database, but a text of some length\n'.repeat(50));
});
afterAll(() => rm(folder, { recursive: true }));

async function refusal(url: string): Promise<string> {
  const error: unknown = await openDatabase(
    { databaseUrl: url, databaseSchema: undefined },
    { exclusive: true },
  ).then(
    async (storage) => storage.close(),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(StartError);
  return (error as StartError).message;
}

describe('openDatabase', () => {
  it('names a file that is not a database', async () => {
    const path = join(folder, 'notes.txt');
    expect(await refusal(`sqlite:${path}`)).toMatch(
      `DATABASE_URL names ${path}, which is no SQLite database`,
    );
    expect(await readdir(folder)).toEqual(['notes.txt']);
  });

  it('names a path that leads through a file', async () => {
    const path = join(folder, 'notes.txt', 'sluice.db');
    expect(await refusal(`sqlite:${path}`)).toMatch(
      `DATABASE_URL names ${path}, and a part of this path is a file`,
    );
  });

  it('names a path that is a folder', async () => {
    expect(await refusal(`sqlite:${folder}`)).toMatch(
      `DATABASE_URL names ${folder}, which is a folder: name a file in it`,
    );
    await expect(
      databaseState({ databaseUrl: `sqlite:${folder}`, databaseSchema: undefined }),
    ).rejects.toThrow('which is a folder');
  });

  // Node's recursive mkdir never returns there.
  const inProc = process.platform === 'linux' ? it : it.skip;
  inProc('names a path in which the system makes no folders', async () => {
    expect(await refusal('sqlite:/proc/nope/further/sluice.db')).toMatch(
      'DATABASE_URL names /proc/nope/further/sluice.db, whose folder cannot be made',
    );
  });

  it('names the process that has the file', async () => {
    const url = `sqlite:${join(folder, 'sluice.db')}`;
    const first = await openDatabase({ databaseUrl: url, databaseSchema: undefined }, { exclusive: true });
    expect(await refusal(url)).toMatch(`is in use by process ${process.pid}`);
    await first.close();
  });

  it('names a Postgres database that does not exist, and a host that no server uses', async () => {
    const url = new URL(await provided('postgres'));
    url.pathname = '/nowhere';
    expect(await refusal(url.href)).toMatch(`The server at ${url.host} has no database "nowhere": create it`);
    url.port = '1';
    expect(await refusal(url.href)).toMatch('where no server accepts connections');
  });

  it('names a user whom the server does not know, and not the password', async () => {
    const url = new URL(await provided('postgres'));
    url.username = 'stranger';
    url.password = 'pass-word';
    const message = await refusal(url.href);
    expect(message).toMatch(`The server at ${url.host} does not let in the user "stranger"`);
    expect(message).not.toContain('pass-word');
  });
});
