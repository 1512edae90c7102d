import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startDevnet } from '../../dist/apps/devnet/index.js';
import { openStorage } from '../../src/adapters/typeorm/index.js';
import { unwrap } from '../../src/domain/shared/result.js';
import { aConfirmedOrder, aSwap, txidOf, uuidOf } from '../support/builders.js';
import { runCommand, startCommand } from '../support/run-command.js';

interface Check {
  readonly name: string;
  readonly status: string;
  readonly found: string;
}

describe('the built program, in an empty folder', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-test-program-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  afterEach(async () => {
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
  });

  const run = (args: readonly string[], settings = {}) => runCommand(args.join(' '), [], settings, folder);
  const checks = async (settings: object): Promise<readonly Check[]> => {
    const { stdout } = await run(['doctor', '--json'], settings);
    return (JSON.parse(stdout) as { checks: readonly Check[] }).checks;
  };

  it.each([
    [['--help'], 0, /Usage: sluice .*\n[^]*serve.*\n[^]*Examples:/],
    [['--version'], 0, /^\d+\.\d+\.\d+\n$/],
    [['prices', '--help'], 0, /Usage: sluice prices/],
    [['completion', 'bash'], 0, /complete .* sluice\n$/],
    [['registry', 'schema'], 0, /"\$schema"/],
    [['--port', '3001'], 2, /unknown option '--port'/],
    [['sevre'], 2, /unknown command 'sevre'\n\(Did you mean serve\?\)/],
    [['prices'], 2, /Usage: sluice prices/],
    [
      ['quote', '.stx', '.sbtc', '1', '--url', 'http://127.0.0.1:1'],
      4,
      /no server responds at http:\/\/127\.0\.0\.1:1 \(.+\): start one with sluice serve/,
    ],
    [['demo', '--url', 'http://127.0.0.1:1'], 4, /no server responds at http:\/\/127\.0\.0\.1:1/],
    [['migrate'], 1, /DATABASE_URL must be/, { DATABASE_URL: 'mysql://x' }],
  ])(
    'prints and exits for %j with %d, and leaves no file',
    async (args, code, printed, settings: Record<string, string> = {}) => {
      const result = await run(args, settings);
      expect(result.stdout + result.stderr).toMatch(printed);
      expect(result.stdout + result.stderr).not.toContain('    at ');
      expect(result.code).toBe(code);
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it.each([['--help'], ['orders place --help'], ['registry schema'], ['doctor'], ['sevre']])(
    'ends quietly, as by SIGPIPE, when no one reads what %s prints',
    async (command) => {
      const child = startCommand(command, [], { PORT: '0' }, folder);
      // Neither is open any more when the program writes to it.
      const isError = command === 'sevre';
      (isError ? child.stderr : child.stdout).destroy();
      const [[code], rest] = await Promise.all([
        once(child, 'exit') as Promise<[number | null]>,
        text(isError ? child.stdout : child.stderr),
      ]);
      expect({ code, rest }).toEqual({ code: 141, rest: '' });
    },
  );

  it('says how to build in a checkout that is not built', async () => {
    await mkdir(join(folder, 'scripts'));
    const script = join(folder, 'scripts/sluice.mjs');
    await copyFile('scripts/sluice.mjs', script);
    const started = promisify(execFile)(process.execPath, [script, 'serve'], { env: {} });
    await expect(started).rejects.toMatchObject({
      code: 1,
      stderr: 'the program is not built yet: npm run build\n',
    });
  });

  it('finds nothing wrong with usable settings, and leaves no file', async () => {
    const { code, stdout } = await run(['doctor'], { PORT: '0' });
    expect(stdout).toMatch(/^ok +database +\.\/data\/sluice\.db does not exist yet/m);
    expect(stdout).toMatch(/nothing fails\n$/);
    expect(code).toBe(0);
    expect(await readdir(folder)).toEqual([]);
  });

  it('names settings that are unusable, and exits with 1', async () => {
    const { code, stdout } = await run(['doctor'], { PORT: 'eighty' });
    expect(stdout).toMatch(/^fail +settings +.*PORT/m);
    expect(stdout).toMatch(/^ok +database +\.\/data\/sluice\.db does not exist yet/m);
    expect(stdout).toMatch(/^warn +the rest +was not checked: .*port/m);
    expect(code).toBe(1);
  });

  it('names everything that the settings name and that does not work, and no secret', async () => {
    const other = createServer((_, response) => response.end('another program')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await writeFile(join(folder, 'registry.json'), '{}');
    const key = `${'ab'.repeat(31)}cd`;
    const settings = {
      PORT: String(port),
      SLUICE_NETWORK: 'mainnet',
      STACKS_API_URL: `http://127.0.0.1:${port}`,
      SLUICE_REGISTRY: 'registry.json',
      SLUICE_OPERATOR_KEY: key,
      DATABASE_URL: 'postgres://user:hidden@127.0.0.1:1/sluice',
    };
    const found = await checks(settings);
    other.close();
    expect(found.filter(({ status }) => status === 'fail').map(({ name }) => name)).toEqual([
      'port',
      'database',
      'registry',
      'node',
    ]);
    expect(JSON.stringify(found)).toContain('DATABASE_URL names 127.0.0.1:1');
    expect(JSON.stringify(found)).not.toContain('hidden');
    expect(JSON.stringify(found)).not.toContain(key);
  });

  it.each([
    ['token.json/sluice.db', 'is a file where a folder is needed'],
    ...(process.platform === 'linux' ? [['/proc/nope/sluice.db', '/proc cannot be written']] : []),
  ])('says that a server could not write to %s, and leaves no file', async (path, problem) => {
    await writeFile(join(folder, 'token.json'), '{}');
    const { code, stdout } = await run(['doctor'], { PORT: '0', DATABASE_URL: `sqlite:${path}` });
    expect(stdout).toMatch(/^fail +folder/m);
    expect(stdout).toContain(problem);
    expect(code).toBe(1);
    expect(await readdir(folder)).toEqual(['token.json']);
  });

  it('fails when a process other than the server of the settings has the database', async () => {
    const path = join(folder, 'sluice.db');
    const holder = await openStorage(`sqlite:${path}`, { exclusive: true });
    const found = await checks({ PORT: '0', DATABASE_URL: `sqlite:${path}` });
    await holder.close();
    const held = `${path} is in use by process ${process.pid} on ${hostname()}`;
    expect(found.find(({ status }) => status === 'fail')).toMatchObject({ name: 'database', found: held });
  });

  it.each([
    ['the server starts a devnet without the journal', {}],
    ['the node is of another devnet', { STACKS_API_URL: 'node' }],
  ])(
    'fails when the database has swaps of another chain: %s',
    async (_case, settings: Record<string, string>) => {
      const url = `sqlite:${join(folder, 'sluice.db')}`;
      const storage = await openStorage(url);
      unwrap(await storage.ports.orders.insert(aConfirmedOrder({ uuid: uuidOf(1) }, { txid: txidOf(1) })));
      await storage.ports.swaps.insert(
        aSwap({ state: 'final', block: { blockHeight: 40, blockTime: 1_795_000_000 } }),
      );
      await storage.close();
      const devnet = settings['STACKS_API_URL'] && (await startDevnet({ blockMs: 3_600_000 }));
      const where = devnet ? { STACKS_API_URL: devnet.stacksApiUrl } : {};
      const found = await checks({ PORT: '0', DATABASE_URL: url, ...where });
      if (devnet) await devnet.stop();
      expect(found.filter(({ status }) => status === 'fail')).toEqual([
        {
          name: 'history',
          status: 'fail',
          found:
            `the database and the chain do not belong together: the swap ${txidOf(1)} is recorded in block 40, ` +
            'and the chain, which is at block 1, does not have it',
          remedy: 'start with a new database, or with the chain that this one belongs to',
        },
      ]);
      expect(await readdir(folder)).toEqual(['sluice.db', 'sluice.db.home']);
    },
  );

  it('migrates an SQLite database, says what it did, and does nothing the second time', async () => {
    const settings = { DATABASE_URL: 'sqlite:./kept/sluice.db', PORT: '0' };
    const first = await run(['migrate'], settings);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/^ran \w+\n[^]*the database is up to date\n$/);
    const second = await run(['migrate', '--json'], settings);
    expect(JSON.parse(second.stdout)).toMatchObject({ isCreated: false, ran: [] });
    const database = (await checks(settings)).find(({ name }) => name === 'database');
    expect(database?.found).toBe('./kept/sluice.db responds; its tables are up to date');
  });

  it('lints a metadata record in a file', async () => {
    await writeFile(join(folder, 'token.json'), '{"sip":16,"image":"http://example.org/x.png"}');
    const { code, stdout } = await run(['metadata', 'lint', 'token.json']);
    expect(stdout).toMatch(/^error +name +name-missing/m);
    expect(code).toBe(1);
  });
});
