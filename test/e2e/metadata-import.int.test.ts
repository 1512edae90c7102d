import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runCommand, startCommand } from '../support/run-command.js';
import { openStorage } from '../../src/adapters/typeorm/index.js';
import { AN_OWNER } from '../support/builders.js';
import { onlyOn } from '../support/databases.js';

const idOf = (n: number) => `${AN_OWNER}.token-${n}`;
const records = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    contractId: idOf(n),
    name: `Token ${n} 🐶`,
    symbol: `T${n}`,
    decimals: '6',
    description: 'x'.repeat(500),
    lastUpdated: '1750913233229',
  }));

describe.each(onlyOn('SQLite'))('metadata:import on $name', ({ create }) => {
  let database: Awaited<ReturnType<typeof create>>;
  let folder: string;

  beforeEach(async () => {
    database = await create();
    folder = await mkdtemp(join(tmpdir(), 'sluice-test-metadata-'));
  });
  afterEach(async () => {
    await database.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const start = (path: string, databaseUrl = database.url) =>
    startCommand('metadata import', [path], { DATABASE_URL: databaseUrl });
  const run = (path: string, databaseUrl = database.url) =>
    runCommand('metadata import', [path], { DATABASE_URL: databaseUrl });
  const write = async (name: string, content: string) => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };
  const inStorage = async <T>(
    look: (ports: Awaited<ReturnType<typeof openStorage>>['ports']) => Promise<T>,
  ) => {
    const storage = await openStorage(database.url);
    try {
      return await look(storage.ports);
    } finally {
      await storage.close();
    }
  };

  it('continues after SIGKILL, and ends with the same records as an uninterrupted import', async () => {
    const all = records(2_000);
    const file = await write('list.json', JSON.stringify({ success: true, metadata: all }));
    const killed = start(file);
    const ended = once(killed, 'exit');
    // The first tenth is stored by then, the last is not.
    for await (const line of createInterface({ input: killed.stderr })) if (/^[1-8]0%/.test(line)) break;
    killed.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);

    const again = await run(file);
    const [, added, known] = /(\d+) added, 0 replaced, (\d+) known, 0 .* 0 refused/.exec(again.stdout)!;
    expect(Number(known)).toBeGreaterThan(0);
    expect(Number(added)).toBeGreaterThan(0);
    expect(Number(added) + Number(known)).toBe(all.length);
    expect(again.code).toBe(0);
    const { contractId, ...record } = all[1_234]!;
    expect(await inStorage(({ metadata }) => metadata.find(contractId))).toStrictEqual(record);
  });

  it('keeps newer stored records, and reports the records it refuses', async () => {
    await inStorage(({ metadata }) =>
      metadata.save(idOf(0), { name: 'Mine', lastUpdated: '2026-01-01T00:00:00Z' }),
    );
    const path = join(folder, 'records');
    await mkdir(path);
    for (const { contractId, ...record } of records(3)) {
      await writeFile(join(path, `${contractId}.json`), JSON.stringify(record));
    }
    await writeFile(join(path, `${AN_OWNER}.bad.json`), '{"a": {"__proto__": 1}}');
    const { code, stdout } = await run(`${path}/`);
    expect(code).toBe(2);
    expect(stdout).toBe(
      '4 records: 2 added, 0 replaced, 0 known, 1 not newer than what is stored, 1 refused\n' +
        `${AN_OWNER}.bad.json (${AN_OWNER}.bad) a.__proto__ is a name that is not allowed\n` +
        `all of them: ${path}.refused.csv\n`,
    );
    expect(await readFile(`${path}.refused.csv`, 'utf8')).toBe(
      `where,contractId,field,reason\n${AN_OWNER}.bad.json,${AN_OWNER}.bad,a.__proto__,is a name that is not allowed\n`,
    );
    expect(await inStorage(({ metadata }) => metadata.find(idOf(0)))).toMatchObject({ name: 'Mine' });
  });

  it('names the problem of a file that it cannot read', async () => {
    const file = await write('half.json', '[{"name": "a"}');
    expect(await run(file)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `${file} is not a complete JSON list or object\n`,
    });
    expect(await run(join(folder, 'absent.json'))).toMatchObject({ code: 1, stdout: '' });
  });

  it.each(['nonsense', 'postgres://127.0.0.1:1/nowhere'])(
    'keeps the list of what was refused before when the database is %s',
    async (databaseUrl) => {
      const file = await write('list.json', '[]');
      await writeFile(`${file}.refused.csv`, 'what was refused before');
      expect(await run(file, databaseUrl)).toMatchObject({ code: 1, stdout: '' });
      expect(await readFile(`${file}.refused.csv`, 'utf8')).toBe('what was refused before');
    },
  );
});
