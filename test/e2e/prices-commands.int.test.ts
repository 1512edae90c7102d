import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runCommand, startCommand } from '../support/run-command.js';
import { DataSource } from 'typeorm';
import { openStorage, parseDatabaseUrl } from '../../src/adapters/typeorm/index.js';
import { unwrap } from '../../src/domain/shared/result.js';
import { onlyOn } from '../support/databases.js';
import { aRun, seconds, tokenNo } from '../support/price-runs.js';

const HEADER = 'time,contractId,usd,btcUsd';
const DAY = 86_400;
const START = seconds('2026-03-01T00:00:00Z');
const TOKENS = 20;

/** Hourly prices of many tokens, one line each. */
const history = (hours: number): string[] =>
  Array.from({ length: hours * TOKENS }, (_, n) => {
    const [hour, token] = [Math.floor(n / TOKENS), n % TOKENS];
    const time = new Date((START + 3600 * hour) * 1000).toISOString();
    return [time, tokenNo(token), 1 / (n + 3), 60_000 + hour / 7].join(',');
  });

describe.each(onlyOn('SQLite'))('the price commands on $name', ({ create }) => {
  let database: Awaited<ReturnType<typeof create>>;
  let folder: string;
  let file: string;

  beforeEach(async () => {
    database = await create();
    folder = await mkdtemp(join(tmpdir(), 'sluice-test-prices-'));
    file = join(folder, 'history.csv');
  });
  afterEach(async () => {
    await database.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const start = (name: string, ...args: string[]) =>
    startCommand(`prices ${name}`, args, { DATABASE_URL: database.url });
  const run = (name: string, ...args: string[]) =>
    runCommand(`prices ${name}`, args, { DATABASE_URL: database.url });
  const write = (...lines: string[]) => writeFile(file, `${[HEADER, ...lines].join('\n')}\n`);
  const change = async (statement: string) => {
    const { type, ...options } = parseDatabaseUrl(database.url);
    const source = await new DataSource({ ...options, type, migrations: [] } as never).initialize();
    await source.query(statement);
    await source.destroy();
  };

  it('continue an import after SIGKILL, and end with the same prices as an uninterrupted one', async () => {
    const lines = history(1_000);
    await write(...lines);
    const killed = start('import', file);
    const ended = once(killed, 'exit');
    // The first tenth is stored by then, the last is not.
    for await (const line of createInterface({ input: killed.stderr })) if (/^[1-8]0%/.test(line)) break;
    killed.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);

    const again = await run('import', file);
    const [, added, known] = /(\d+) added, (\d+) known, 0 conflicting, 0 refused/.exec(again.stdout)!;
    expect(Number(known)).toBeGreaterThan(0);
    expect(Number(added)).toBeGreaterThan(0);
    expect(Number(added) + Number(known)).toBe(lines.length);
    expect(again.code).toBe(0);

    const exported = (await run('export')).stdout.trimEnd().split('\n');
    expect(exported[0]).toBe(HEADER);
    expect(exported.slice(1).sort()).toEqual(lines.toSorted());
    expect(await run('check')).toMatchObject({ code: 0 });
    expect((await run('import', file)).stdout).toContain(`0 added, ${lines.length} known`);
  });

  it('import their own export of recorded and imported prices without loss', async () => {
    const storage = await openStorage(database.url);
    for (let n = 0; n < 300; n += 7)
      unwrap(await storage.ports.prices.record(aRun(START + n * 300, [0.1 * (n + 1), 1 / (n + 3), 5e-9])));
    await storage.close();
    await write(...history(30));
    await run('import', file);

    const written = join(folder, 'written.csv');
    expect(await run('export', '--output', written)).toMatchObject({ code: 0, stdout: '' });
    const other = await create();
    const first = database;
    database = other;
    expect(await run('import', written)).toMatchObject({ code: 0 });
    const back = await run('export');
    await other.remove();
    database = first;
    expect(back.stdout).toBe(await readFile(written, 'utf8'));
  });

  it('export one token within a window', async () => {
    await write(...history(50));
    await run('import', file);
    const [from, to] = [START + 3600, START + DAY + 3600];
    const { stdout } = await run('export', '--token', tokenNo(3), '--from', String(from), '--to', String(to));
    const times = stdout.trimEnd().split('\n').slice(1);
    expect(times).toHaveLength(24);
    expect(times.every((line) => line.includes(`,${tokenNo(3)},`))).toBe(true);
    expect(times[0]).toContain('2026-03-01T01:00:00');
    expect(await run('export', '--from', 'yesterday')).toMatchObject({ code: 2, stdout: '' });
  });

  it('show refused lines with their reasons, and write all of them to a file next to the input', async () => {
    const bad = Array.from({ length: 25 }, (_, n) => `2026-03-02T00:0${n % 4}:01Z,${tokenNo(0)},1,"9,5"`);
    await write(...history(1), ...bad, '2099-01-01T00:00:00Z,SP1.x,0,0', `${START},${tokenNo(0)},7,60000`);
    const { code, stdout, stderr } = await run('import', file);
    expect(code).toBe(2);
    expect(stdout).toContain('47 lines: 20 added, 0 known, 1 conflicting, 26 refused');
    expect(stdout).toContain('line 22: time is off the five-minute grid\n');
    expect(stdout.match(/^line /gm)).toHaveLength(20);
    expect(stdout).toContain(`and 7 more\nall of them: ${file}.refused.csv`);
    // Plain text without a terminal.
    expect(stderr).toBe('100% 47 lines: 20 added, 0 known, 1 conflicting, 26 refused\n');
    const refused = (await readFile(`${file}.refused.csv`, 'utf8')).trimEnd().split('\n');
    expect(refused[0]).toBe(`line,field,reason,${HEADER}`);
    expect(refused[1]).toBe(`22,time,is off the five-minute grid,2026-03-02T00:00:01Z,${tokenNo(0)},1,"9,5"`);
    expect(refused.slice(-2)).toEqual([
      '47,time,is later than the newest finished five minutes,2099-01-01T00:00:00Z,SP1.x,0,0',
      `48,usd,"another price, or another bitcoin price, is stored for this time",${START},${tokenNo(0)},7,60000`,
    ]);
    // A run without refusals deletes the previous list.
    await write(...history(1));
    expect(await run('import', file)).toMatchObject({ code: 0 });
    await expect(readFile(`${file}.refused.csv`)).rejects.toThrow('ENOENT');
  });

  it('round times down to the grid with --snap', async () => {
    await write(`2026-03-02T00:04:59Z,${tokenNo(0)},1,60000`);
    expect(await run('import', file)).toMatchObject({ code: 2 });
    expect(await run('import', '--snap', file)).toMatchObject({ code: 0 });
    expect((await run('export')).stdout).toBe(`${HEADER}\n2026-03-02T00:00:00.000Z,${tokenNo(0)},1,60000\n`);
  });

  it('exit with 1 and a reason, without a stack trace, or with 2 if an argument is missing', async () => {
    expect(await run('import', join(folder, 'none.csv'))).toMatchObject({ code: 1, stdout: '' });
    expect(await run('import')).toMatchObject({ code: 2, stdout: '' });
    await writeFile(file, '');
    const empty = await run('import', file);
    expect(empty).toMatchObject({ code: 1, stdout: '' });
    expect(empty.stderr).toBe('the file is empty; its first line must name time, contractId, usd, btcUsd\n');
  });

  it('find candles that differ from their prices', async () => {
    await write(...history(30));
    await run('import', file);
    const fine = await run('check');
    expect(fine.stdout).toBe('600 prices of complete days, 40 token days: 0 differences\n');
    expect(fine).toMatchObject({ code: 0 });
    await change(`UPDATE price_days SET usd_low = 0.5 WHERE token = 3 AND day = ${START / DAY}`);
    const { code, stdout } = await run('check');
    expect(code).toBe(1);
    expect(stdout).toContain(`2026-03-01 ${tokenNo(2)}: usd_low differs\n`);
    expect(stdout).toContain('1 differences');
  });
});
