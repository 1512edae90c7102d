import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { aPricedService, BTC_USD, SBTC } from '../http/price-service.js';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Runs docs/examples/read-prices.ts with the built package, and answers what it printed. */
async function runExample(...addresses: string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-test-example-'));
  try {
    const source = await readFile(join(ROOT, 'docs/examples/read-prices.ts'), 'utf8');
    const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
    const file = join(folder, 'read-prices.mjs');
    await writeFile(file, ts.transpileModule(source, { compilerOptions }).outputText);
    await mkdir(join(folder, 'node_modules'));
    await symlink(ROOT, join(folder, 'node_modules/sluice'));
    return (await run(process.execPath, [file, ...addresses], { cwd: folder })).stdout.trim().split('\n');
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('docs/examples/read-prices.ts', () => {
  it('reads the prices of a server and of a third party', async () => {
    const { app } = await aPricedService();
    const alex = { data: [{ contract_id: SBTC, last_price_usd: BTC_USD + 2 }] };
    const server = createServer((req, res) =>
      req.url === '/alex' ? res.end(JSON.stringify(alex)) : app(req, res),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const shown = [
      'sBTC: 100000 dollars',
      'CHA: 0.25 dollars',
      'WELSH: 0.30000000000000004 dollars',
      'sBTC now: 100000, not known percent in a day',
      'candles: 1 of 1',
      'refused: 404 token-not-priced',
    ];
    try {
      expect(await runExample(url, `${url}/alex`)).toEqual([
        ...shown,
        'of all sources: 100001 by third-party and legacy',
      ]);
      expect(await runExample(url, `${url}/nowhere`)).toEqual([
        ...shown,
        expect.stringMatching(/^third-party: /),
        'of all sources: 100000 by legacy',
      ]);
    } finally {
      server.close();
    }
  });
});
