import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { installedWithout } from '../../scripts/package/closure.mjs';
import { linkPackages, LOCK, MANIFEST, PackedPackage } from '../support/installed-package.js';

describe('the program', () => {
  let packed: PackedPackage;
  let alone: string;
  beforeAll(async () => {
    packed = await PackedPackage.create();
    alone = await packed.installGlobally();
  });
  afterAll(() => packed.remove());

  const start = (program: string, cwd: string, args: readonly string[] = ['serve']) =>
    spawn(process.execPath, [program, ...args], {
      cwd,
      env: { PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  const SERVED = { orders: 200, vaults: 200, code: 0 };

  /** Starts a server with default settings, reads from its database and its chain, and stops it once its first work is done. */
  async function serve(program: string) {
    const child = start(program, await packed.emptyFolder());
    const exited = once(child, 'exit');
    const failed = exited.then(async ([code]) => {
      throw new Error(`the server ended with ${code}: ${await text(child.stderr)}`);
    });
    const lines = createInterface({ input: child.stdout });
    const logged = (wanted: string) =>
      new Promise<{ readonly url?: string }>((resolve) => {
        lines.on('line', (line) => {
          const entry = JSON.parse(line) as { url?: string; msg?: string };
          if (entry.msg === wanted) resolve(entry);
        });
      });
    const filled = logged('made-up prices of the days before are stored');
    const { url } = await Promise.race([logged('listening'), failed]);
    const [orders, vaults] = await Promise.all(
      ['/swap/api/v1/orders', '/app/api/v0/vaults'].map(
        async (path) => (await fetch(`${url}${path}`)).status,
      ),
    );
    await Promise.race([filled, failed]);
    child.kill('SIGTERM');
    const [code] = (await exited) as [number | null];
    return { orders, vaults, code };
  }

  it('serves on SQLite and a devnet when it is installed globally with their packages', async () => {
    const program = await packed.installGlobally('better-sqlite3', '@stacks/clarinet-sdk');
    expect(await serve(program)).toEqual(SERVED);
  });

  it('serves from a built checkout without development packages', async () => {
    const checkout = await packed.emptyFolder();
    for (const part of ['package.json', 'dist']) await cp(part, join(checkout, part), { recursive: true });
    await linkPackages(installedWithout(LOCK, { dev: true }), checkout);
    expect(await serve(join(checkout, MANIFEST.bin.sluice))).toEqual(SERVED);
  });

  it('trades without any further package: it signs, and calls servers', async () => {
    const sale = ['--sell', '1', '--of', 'SP1.x', '--for', '.stx', '--at-least', '1', '--yes'];
    for (const [args, ending, words] of [
      [['orders', 'place', ...sale, '--network', 'mainnet'], 2, 'no wallet is given: set SLUICE_WALLET_KEY'],
      [['orders', 'list', '--url', 'http://127.0.0.1:1'], 4, 'no server responds at http://127.0.0.1:1'],
    ] as const) {
      const child = start(alone, await packed.emptyFolder(), args);
      const exited = once(child, 'exit');
      expect(await text(child.stderr)).toContain(words);
      expect(await exited).toEqual([ending, null]);
    }
  });

  it.each([
    [['serve'], 'npm install better-sqlite3@13 @stacks/clarinet-sdk@3.21.0'],
    [['devnet'], 'npm install @stacks/clarinet-sdk@3.21.0'],
    [['demo'], 'npm install better-sqlite3@13 @stacks/clarinet-sdk@3.21.0'],
    [['migrate'], 'npm install better-sqlite3'],
  ])('says in one sentence which packages %j needs, and writes nothing', async (args, command) => {
    const folder = await packed.emptyFolder();
    const child = start(alone, folder, args);
    const exited = once(child, 'exit');
    const printed = (await Promise.all([text(child.stdout), text(child.stderr)])).join('');
    expect(await exited).toEqual([1, null]);
    expect(printed.trim().split('\n')).toHaveLength(1);
    expect(printed).toContain(command);
    expect(await readdir(folder)).toEqual([]);
  });
});
