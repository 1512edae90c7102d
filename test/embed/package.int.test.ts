import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const INSTALL_TIMEOUT_MS = 300_000;

/** Removed after the install, so that a program that loads one of them fails. */
const FRAMEWORKS = [
  'express',
  'typeorm',
  'reflect-metadata',
  'inversify',
  'class-validator',
  'better-sqlite3',
  'pg',
  'pino',
];

describe('the packed package, installed in an empty folder', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-test-embed-'));
    const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
    const packed = await run('npm', pack, { cwd: ROOT });
    const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
    await writeFile(join(folder, 'package.json'), '{"name":"embedder","private":true}');
    // Embedding the core needs none of the server's native modules, so nothing is compiled.
    await run('npm', ['install', '--ignore-scripts', '--prefer-offline', join(folder, filename)], {
      cwd: folder,
    });
    const modules = join(folder, 'node_modules');
    await Promise.all(FRAMEWORKS.map((name) => rm(join(modules, name), { recursive: true })));
  }, INSTALL_TIMEOUT_MS);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const execute = async (file: string, source: string) => {
    await writeFile(join(folder, file), source);
    return (await run(process.execPath, ['--no-warnings', file], { cwd: folder })).stdout.trim().split('\n');
  };

  it('places an order and quotes a route from an ES module, as the example shows', async () => {
    const example = await readFile(join(ROOT, 'docs/examples/embed.mjs'), 'utf8');
    expect(await execute('embed.mjs', example)).toEqual(['placed: open', 'quoted: 3987204']);
  });

  it('places an order and quotes a route from CommonJS', async () => {
    const example = await readFile(join(ROOT, 'docs/examples/embed.mjs'), 'utf8');
    const { outputText } = ts.transpileModule(`(async () => {${withoutImports(example)}})();`, {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    const requires = `
      const { createCore, toUnits } = require('sluice');
      const { memoryPorts } = require('sluice/memory');
      const { createRegistry, createSignatureVerifier, signOrder } = require('sluice/stacks');
      const { systemPorts } = require('sluice/system');
    `;
    expect(await execute('embed.cjs', requires + outputText)).toEqual(['placed: open', 'quoted: 3987204']);
  });

  it('leaves Reflect.getMetadata undefined', async () => {
    const source = `
      import * as sluice from 'sluice';
      import 'sluice/memory';
      import 'sluice/system';
      import { makeBtcSources } from 'sluice/btc-oracle';
      console.log(typeof sluice.createCore, typeof makeBtcSources, typeof Reflect.getMetadata);
    `;
    expect(await execute('reflect.mjs', source)).toEqual(['function function undefined']);
  });

  it('exports the names of this snapshot from its root', async () => {
    const source = `import * as sluice from 'sluice'; console.log(Object.keys(sluice).join(' '));`;
    expect(await execute('exports.mjs', source)).toMatchInlineSnapshot(`
     [
       "DEFAULT_SETTINGS Router STX createCore describeToken err handleOf lintMetadata makeFeeLearner ok parseAddress parseContractId parseIdempotencyKey parseSlippage parseUnits toUnits unwrap",
     ]
    `);
  });

  it.each([
    ['an ES module', 'client.mjs', `import * as client from 'sluice/client';`],
    ['CommonJS', 'client.cjs', `const client = require('sluice/client');`],
  ])('provides a tokens client for %s', async (_, file, load) => {
    const source = `
      ${load}
      console.log(Object.keys(client).filter((name) => name !== 'module.exports').join(' '));
      const offline = { baseUrl: 'http://127.0.0.1:1', timeoutMs: 5000 };
      client.createTokensClient(offline).list().catch(({ name, code }) => console.log(name, code));
    `;
    expect(await execute(file, source)).toEqual([
      'ALEX_PRICES MAINNET_SUBNETS TokensClientError createTokensClient listPrices listPricesLegacy listPricesThirdParty',
      'TokensClientError network',
    ]);
  });
});

const withoutImports = (source: string) => source.replace(/^import .*$/gm, '');
