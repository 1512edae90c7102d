import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { devnetRegistry } from '../../../src/apps/devnet/index.js';
import { mainnetRegistry } from '../../../src/adapters/stacks/registry/registries/mainnet.js';
import { registrySchema } from '../../../src/adapters/stacks/registry/registry-format.js';
import { createRegistry } from '../../../src/adapters/stacks/registry/registry.js';
import { A, aRegistryDocument, type Document } from './support/registry-document.js';

const accepts = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(registrySchema());
const isRead = (document: unknown) => createRegistry(document, 'testnet').ok;

describe('registrySchema', () => {
  it.each([
    ['the devnet', JSON.parse(JSON.stringify(devnetRegistry())) as unknown],
    ['mainnet', mainnetRegistry],
  ])('accepts the built-in registry of %s', (_, document) => {
    expect([accepts(document), accepts.errors]).toEqual([true, null]);
  });

  const changes: [string, (document: Document) => unknown][] = [
    ['nothing', () => undefined],
    ['a $schema', (d) => Object.assign(d, { $schema: 'x' })],
    ['no fee', (d) => delete d.vaults[0]!['feePpm']],
    ['a null fee', (d) => (d.vaults[0]!['feePpm'] = null)],
    ['an empty externalPoolId', (d) => (d.vaults[0]!['externalPoolId'] = '')],
    ['an externalPoolId', (d) => (d.vaults[0]!['externalPoolId'] = `${A}.pool-funds`)],
    ['domains of a router', (d) => (d.routers[0]!['blaze'] = ['v2'])],
    ['a null legacyDefault', (d) => (d.routers[0]!['legacyDefault'] = null)],
    ['a source', (d) => (d.tokens[0]!['source'] = 'its contract')],
    ['a null type', (d) => (d.tokens[1]!['type'] = null)],
    ['no routers', (d) => (d.routers = [])],
    ['a fee of 1.5', (d) => (d.vaults[0]!['feePpm'] = 1.5)],
    ['a fee over 100%', (d) => (d.vaults[0]!['feePpm'] = 1_000_001)],
    ['a fee as text', (d) => (d.vaults[0]!['feePpm'] = '1')],
    ['an unknown kind', (d) => (d.vaults[0]!['kind'] = 'energy')],
    ['an unknown payout', (d) => (d.routers[0]!['payout'] = 'all')],
    ['an unknown domain', (d) => (d.routers[0]!['blaze'] = ['v3'])],
    ['no domain', (d) => (d.routers[0]!['blaze'] = [])],
    ['a domain twice', (d) => (d.routers[0]!['blaze'] = ['v1', 'v1'])],
    ['19 decimals', (d) => (d.tokens[0]!['decimals'] = 19)],
    ['an empty symbol', (d) => (d.tokens[0]!['symbol'] = '')],
    ['a symbol that is too long', (d) => (d.tokens[0]!['symbol'] = 'x'.repeat(1_001))],
    ['a null symbol', (d) => (d.tokens[0]!['symbol'] = null)],
    ['an id without a contract', (d) => (d.tokens[0]!['contractId'] = A)],
    ['an empty stxWrapper', (d) => (d.vaults[0]!['stxWrapper'] = '')],
    ['an unknown field of a token', (d) => (d.tokens[0]!['price'] = 1)],
    ['an unknown field of a vault', (d) => (d.vaults[0]!['price'] = 1)],
    ['an unknown field of a router', (d) => (d.routers[0]!['price'] = 1)],
    ['an unknown field', (d) => Object.assign(d, { price: 1 })],
    ['a vault that is a list', (d) => Object.assign(d.vaults, { 0: [] })],
    ['tokens that are no list', (d) => Object.assign(d, { tokens: {} })],
    ['a malformed blocked id', (d) => (d.blocked = ['x'])],
    ...(['id', 'payout'] as const).map((name) => without('routers', name)),
    ...(['contractId', 'symbol', 'name', 'identifier'] as const).map((name) => without('tokens', name)),
    ...(['contractId', 'kind', 'protocol', 'tokenA', 'tokenB', 'name', 'symbol'] as const).map((name) =>
      without('vaults', name),
    ),
    ...(['network', 'routers', 'wstx', 'sbtc', 'verifier', 'tokens', 'vaults', 'blocked'] as const).map(
      (name): [string, (document: Document) => unknown] => [
        `no ${name}`,
        (d) => Reflect.deleteProperty(d, name),
      ],
    ),
  ];
  it.each(changes)('accepts a document with %s exactly when the reader does', (_, change) => {
    const document = aRegistryDocument();
    change(document);
    expect(accepts(document)).toBe(isRead(document));
  });
});

function without(
  list: 'routers' | 'tokens' | 'vaults',
  name: string,
): [string, (document: Document) => unknown] {
  return [`no ${name} in ${list}`, (document) => delete document[list][0]![name]];
}
