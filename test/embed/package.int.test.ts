import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { PackedPackage, type Project } from '../support/installed-package.js';

const EXAMPLE = 'docs/examples/embed.mjs';

describe('the packed package, installed in an empty folder', () => {
  let packed: PackedPackage;
  let alone: Project;
  let withStacks: Project;

  beforeAll(async () => {
    packed = await PackedPackage.create();
    alone = await packed.install();
    withStacks = await packed.install('@stacks/transactions', '@stacks/encryption');
  });
  afterAll(() => packed.remove());

  it('places an order and quotes a route from an ES module, as the example shows', async () => {
    const example = await readFile(EXAMPLE, 'utf8');
    expect(await withStacks.execute('embed.mjs', example)).toEqual(['placed: open', 'quoted: 3987204']);
  });

  it('places an order and quotes a route from CommonJS', async () => {
    const example = await readFile(EXAMPLE, 'utf8');
    const { outputText } = ts.transpileModule(`(async () => {${withoutImports(example)}})();`, {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    const requires = `
      const { createCore, toUnits } = require('sluice');
      const { memoryPorts } = require('sluice/memory');
      const { createRegistry, createSignatureVerifier, orderSignature } = require('sluice/stacks');
      const { systemPorts } = require('sluice/system');
    `;
    expect(await withStacks.execute('embed.cjs', requires + outputText)).toEqual([
      'placed: open',
      'quoted: 3987204',
    ]);
  });

  it('leaves Reflect.getMetadata undefined', async () => {
    const source = `
      import * as sluice from 'sluice';
      import 'sluice/memory';
      import 'sluice/system';
      import { makeBtcSources } from 'sluice/btc-oracle';
      console.log(typeof sluice.createCore, typeof makeBtcSources, typeof Reflect.getMetadata);
    `;
    expect(await alone.execute('reflect.mjs', source)).toEqual(['function function undefined']);
  });

  it('exports the names of this snapshot from its root', async () => {
    const source = `import * as sluice from 'sluice'; console.log(Object.keys(sluice).join(' '));`;
    expect(await alone.execute('exports.mjs', source)).toMatchInlineSnapshot(`
     [
       "DEFAULT_SETTINGS Router STX createCore describeToken err handleOf lintMetadata makeFeeLearner ok parseAddress parseContractId parseIdempotencyKey parseKept parseSlippage parseUnits storedTogether toUnits unwrap verifyOrders",
     ]
    `);
  });

  it.each([
    ['an ES module', 'client.mjs', `import * as client from 'sluice/client';`],
    ['CommonJS', 'client.cjs', `const client = require('sluice/client');`],
  ])('provides the clients for %s', async (_, file, load) => {
    const source = `
      ${load}
      console.log(Object.keys(client).filter((name) => name !== 'module.exports').join(' '));
      const offline = { baseUrl: 'http://127.0.0.1:1', timeoutMs: 5000 };
      const whole = client.createClient({ ...offline, attempts: 1 });
      const calls = [whole.vaults.list(), client.createTokensClient(offline).list()];
      Promise.allSettled(calls).then((ended) => {
        console.log(...ended.flatMap(({ reason }) => [reason.name, reason.code]));
      });
    `;
    expect(await alone.execute(file, source)).toEqual([
      'ALEX_PRICES ClientError MAINNET_SUBNETS TokensClientError alertsClient balancesClient createClient createTokensClient keysClient listPrices listPricesLegacy listPricesThirdParty metadataClient operatorClient ordersClient portfolioClient pricesClient quotesClient subnetsClient vaultsClient webhooksClient',
      'ClientError network TokensClientError network',
    ]);
  });

  it('names the package that an entry lacks', async () => {
    const source = `import('sluice/express').catch(({ code, message }) => console.log(code, message.split(' imported')[0]));`;
    expect(await alone.execute('lacking.mjs', source)).toEqual([
      "ERR_MODULE_NOT_FOUND Cannot find package 'express'",
    ]);
  });
});

const withoutImports = (source: string) => source.replace(/^import .*$/gm, '');
