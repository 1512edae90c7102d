import { describe, expect, it } from '@jest/globals';
import { builtInRegistry } from '../../../src/adapters/stacks/registry/registries/built-in.js';
import { createRegistry } from '../../../src/adapters/stacks/registry/registry.js';
import { aRegistryDocument, A, type Document } from './support/registry-document.js';

const problemsOf = (document: unknown) => {
  const made = createRegistry(document, 'testnet');
  return made.ok ? [] : made.error.problems;
};
const made = (document: unknown) => {
  const result = createRegistry(document, 'testnet');
  if (!result.ok) throw new Error(result.error.problems.join('\n'));
  return result.value;
};

describe('createRegistry', () => {
  it('builds the registry that the document describes', () => {
    const registry = made(aRegistryDocument());
    expect(registry.network).toBe('testnet');
    expect(registry.routers).toEqual([{ id: `${A}.router`, payout: 'signer', blaze: ['v1', 'v2'] }]);
    expect(registry.tokens.map(({ symbol, decimals }) => [symbol, decimals])).toEqual([
      ['STX', 6],
      ['CAT', 8],
      ['CAT', 8],
    ]);
    expect(registry.tokens[2]).toEqual({
      contractId: `${A}.cat-subnet`,
      symbol: 'CAT',
      name: 'Cat',
      decimals: 8,
      identifier: 'cat',
      type: 'SUBNET',
      base: `${A}.cat`,
      blaze: 'v2',
    });
    expect(registry.vaults).toEqual([
      expect.objectContaining({ contractId: `${A}.pool`, kind: 'pool', feePpm: 3_000 }),
      expect.objectContaining({ contractId: `${A}.link`, kind: 'sublink', feePpm: 0 }),
    ]);
    expect(Object.keys(registry.vaults[0]!)).not.toContain('fields');
  });

  it('treats null and empty optional ids as absent', () => {
    const document = aRegistryDocument();
    Object.assign(document.vaults[0]!, {
      externalPoolId: '',
      engineContractId: null,
      forwardsInputFee: null,
    });
    const [vault] = made(document).vaults;
    for (const name of ['externalPoolId', 'engineContractId', 'forwardsInputFee'])
      expect(vault).not.toHaveProperty(name);
  });

  it('leaves the fee of a pool open when the document names none, and knows that a sublink takes none', () => {
    const document = aRegistryDocument();
    for (const vault of document.vaults) delete vault['feePpm'];
    const [pool, sublink] = made(document).vaults;
    expect(pool).not.toHaveProperty('feePpm');
    expect(sublink).toMatchObject({ kind: 'sublink', feePpm: 0 });
  });

  it('reads which signature domains a router knows, in their own order', () => {
    const document = aRegistryDocument();
    document.routers.push({ id: `${A}.old`, payout: 'any', blaze: ['v1'] });
    document.routers.push({ id: `${A}.new`, payout: 'any', blaze: ['v2', 'v1'] });
    expect(made(document).routers.map(({ blaze }) => blaze)).toEqual([['v1', 'v2'], ['v1'], ['v1', 'v2']]);
  });

  it('accepts a source on every entry and a $schema, and keeps neither', () => {
    const document = aRegistryDocument();
    for (const entry of [...document.routers, ...document.tokens, ...document.vaults])
      entry['source'] = 'its contract';
    expect(made({ ...document, $schema: './registry.schema.json' })).toEqual(made(aRegistryDocument()));
  });

  it('keeps what post-conditions need to know about a vault', () => {
    const document = aRegistryDocument();
    Object.assign(document.vaults[0]!, { forwardsInputFee: true, stxWrapper: `${A}.wrapped::wstx` });
    expect(made(document).vaults[0]).toMatchObject({
      forwardsInputFee: true,
      stxWrapper: `${A}.wrapped::wstx`,
    });
  });

  it('reads what the kinds of other exchanges need', () => {
    const document = aRegistryDocument();
    const wrapper = `${A}.wrapped::wrapped-stx`;
    const [pool] = document.vaults;
    document.vaults.push(
      { ...pool, contractId: `${A}.velar`, kind: 'velar', forwardsInputFee: true },
      { ...pool, contractId: `${A}.arkadiko`, kind: 'arkadiko', stxWrapper: wrapper },
      { ...pool, contractId: `${A}.bitflow`, kind: 'bitflow-xyk', protocolFeePpm: 1_000 },
    );
    expect(made(document).vaults.slice(2)).toEqual([
      expect.objectContaining({ kind: 'velar', forwardsInputFee: true }),
      expect.objectContaining({ kind: 'arkadiko', stxWrapper: wrapper }),
      expect.objectContaining({ kind: 'bitflow-xyk', feePpm: 3_000, protocolFeePpm: 1_000 }),
    ]);
  });

  const wrong: [string, (document: Document) => void, string][] = [
    ['network', (d) => (d.network = 'mainnet'), 'network: must be testnet'],
    ['a router id', (d) => (d.routers[0]!['id'] = 'x'), 'routers[0].id: must be a contract id'],
    ['a payout', (d) => (d.routers[0]!['payout'] = 'all'), 'routers[0].payout: must be signer or any'],
    ['STX as wstx', (d) => (d.wstx = '.stx'), 'wstx: must be a contract'],
    ['the verifier', (d) => (d.verifier = null), 'verifier: must be an object'],
    [
      'a mainnet id',
      (d) => (d.sbtc = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token'),
      'sbtc: must be a contract id',
    ],
    ['tokens', (d) => Object.assign(d, { tokens: {} }), 'tokens: must be a list'],
    ['a token', (d) => Object.assign(d.tokens, { 1: 7 }), 'tokens[1]: must be an object'],
    ['a symbol', (d) => (d.tokens[1]!['symbol'] = ''), 'tokens[1].symbol: must be text'],
    [
      '19 decimals',
      (d) => (d.tokens[1]!['decimals'] = 19),
      'tokens[1].decimals: must be a whole number from 0 to 18',
    ],
    ['half a decimal', (d) => (d.tokens[1]!['decimals'] = 1.5), 'tokens[1].decimals: must be a whole number'],
    [
      'unknown decimals in use',
      (d) => d.tokens.slice(1).forEach((t) => (t['decimals'] = null)),
      'tokens[1].decimals: of CAT must be known',
    ],
    [
      'a second token',
      (d) => d.tokens.push({ ...d.tokens[0] }),
      'tokens[3].contractId: .stx is listed twice',
    ],
    [
      'a subnet without base',
      (d) => delete d.tokens[2]!['base'],
      'tokens[2].base: is required on a subnet copy',
    ],
    [
      'a subnet without blaze',
      (d) => delete d.tokens[2]!['blaze'],
      'tokens[2].blaze: is required on a subnet copy',
    ],
    [
      'an unknown base',
      (d) => (d.tokens[2]!['base'] = `${A}.dog`),
      `tokens[2].base: ${A}.dog is not among the tokens`,
    ],
    [
      'a base that is a copy',
      (d) => d.tokens.push({ ...d.tokens[2], contractId: `${A}.copy`, base: `${A}.cat-subnet` }),
      'tokens[3].base: ',
    ],
    [
      'another scale than the base',
      (d) => (d.tokens[2]!['decimals'] = 6),
      'tokens[2].decimals: must be those of its base',
    ],
    [
      'blaze on a plain token',
      (d) => (d.tokens[1]!['blaze'] = 'v1'),
      'tokens[1].blaze: belongs to tokens of type SUBNET only',
    ],
    [
      'a kind',
      (d) => (d.vaults[0]!['kind'] = 'energy'),
      'vaults[0].kind: must be pool or sublink or velar or arkadiko or bitflow-xyk or bitflow-stableswap',
    ],
    ['a fee as text', (d) => (d.vaults[0]!['feePpm'] = '3000'), 'vaults[0].feePpm: must be a whole number'],
    [
      'no list of domains',
      (d) => (d.routers[0]!['blaze'] = 'v1'),
      'routers[0].blaze: must be a list of v1 or v2',
    ],
    ['no domain', (d) => (d.routers[0]!['blaze'] = []), 'routers[0].blaze: must be a list of v1 or v2'],
    ['a domain twice', (d) => (d.routers[0]!['blaze'] = ['v1', 'v1']), 'routers[0].blaze: must be a list'],
    ['an unknown domain', (d) => (d.routers[0]!['blaze'] = ['v1', 'v3']), 'routers[0].blaze: must be a list'],
    [
      'STX as wrapper',
      (d) => (d.vaults[0]!['stxWrapper'] = '.stx'),
      'vaults[0].stxWrapper: must be an asset',
    ],
    [
      'a mistyped field of the document',
      (d) => Object.assign(d, { block: [] }),
      'block: unknown field; did you mean blocked?',
    ],
    [
      'a mistyped field of a router',
      (d) => (d.routers[0]!['legacydefault'] = true),
      'routers[0].legacydefault: unknown field; did you mean legacyDefault?',
    ],
    [
      'a mistyped field of a token',
      (d) => (d.tokens[1]!['decimal'] = 8),
      'tokens[1].decimal: unknown field; did you mean decimals?',
    ],
    [
      'a mistyped field of a vault',
      (d) => (d.vaults[0]!['feePmm'] = 1),
      'vaults[0].feePmm: unknown field; did you mean feePpm?',
    ],
    ['an unknown field', (d) => (d.vaults[0]!['reserves'] = 1), 'vaults[0].reserves: unknown field'],
    [
      'a third verifier',
      (d) => Object.assign(d.verifier as object, { v3: 'x' }),
      'verifier.v3: unknown field',
    ],
    [
      'a fee over 100%',
      (d) => (d.vaults[0]!['feePpm'] = 1_000_001),
      'vaults[0].feePpm: must be a whole number',
    ],
    ['a fee on a sublink', (d) => (d.vaults[1]!['feePpm'] = 1), 'vaults[1].feePpm: a sublink takes no fee'],
    [
      'an unknown token',
      (d) => (d.vaults[0]!['tokenB'] = `${A}.dog`),
      `vaults[0].tokenB: ${A}.dog is not among the tokens`,
    ],
    [
      'one token twice',
      (d) => (d.vaults[0]!['tokenB'] = '.stx'),
      'vaults[0].tokenB: must be another token than tokenA',
    ],
    [
      'a sublink of another base',
      (d) => (d.vaults[1]!['tokenA'] = '.stx'),
      "vaults[1].tokenB: a sublink's tokenB must be the subnet copy of its tokenA .stx",
    ],
    [
      'a wrapped STX that is no asset',
      (d) => (d.vaults[0]!['stxWrapper'] = `${A}.wrapped`),
      'vaults[0].stxWrapper: must be an asset: <contract>::<name>',
    ],
    [
      'a wrapped STX of another network',
      (d) => (d.vaults[0]!['stxWrapper'] = 'SP000000000000000000002Q6VF78.wrapped::stx'),
      'vaults[0].stxWrapper: must be a contract id',
    ],
    [
      'a forwarded fee that is no flag',
      (d) => (d.vaults[0]!['forwardsInputFee'] = 'yes'),
      'vaults[0].forwardsInputFee: must be true or false',
    ],
    [
      'an Arkadiko pair of STX without its wrapped STX',
      (d) => (d.vaults[0]!['kind'] = 'arkadiko'),
      'vaults[0].stxWrapper: is required if a pair exchanges STX',
    ],
    [
      'an Arkadiko pair with another fee',
      (d) => Object.assign(d.vaults[0]!, { kind: 'arkadiko', feePpm: 2_999 }),
      'vaults[0].feePpm: an Arkadiko pair takes 3000',
    ],
    [
      'a Bitflow XYK pool whose fee is not split',
      (d) => (d.vaults[0]!['kind'] = 'bitflow-xyk'),
      'vaults[0].protocolFeePpm: must be the whole basis points of feePpm that go out',
    ],
    [
      'a Bitflow XYK pool with a fraction of a basis point',
      (d) => Object.assign(d.vaults[0]!, { kind: 'bitflow-xyk', feePpm: 2_550, protocolFeePpm: 500 }),
      'vaults[0].feePpm: must be whole basis points, at most 500000',
    ],
    ['a second vault', (d) => d.vaults.push({ ...d.vaults[0] }), 'vaults[2].contractId: '],
    [
      'a pool id',
      (d) => (d.vaults[0]!['externalPoolId'] = 'x'),
      'vaults[0].externalPoolId: must be a contract id',
    ],
    ['a blocked id', (d) => (d.blocked = ['x']), 'blocked[0]: must be a contract id'],
    [
      'two legacy defaults',
      (d) => (d.routers = [1, 2].map((n) => ({ id: `${A}.r${n}`, payout: 'any', legacyDefault: true }))),
      'routers: only one router can be the legacyDefault',
    ],
    ['a router twice', (d) => d.routers.push({ ...d.routers[0] }), 'routers: a router is listed twice'],
  ];
  it.each(wrong)('refuses a document and names the path of its problem: %s', (_, change, problem) => {
    const document = aRegistryDocument();
    change(document);
    expect(problemsOf(document)).toEqual(expect.arrayContaining([expect.stringContaining(problem)]));
  });

  it('reports every problem, not only the first', () => {
    const document = aRegistryDocument();
    document.wstx = 'x';
    document.tokens[1]!['symbol'] = 7;
    document.vaults[0]!['feePpm'] = -1;
    expect(problemsOf(document)).toHaveLength(3);
  });

  it.each([null, [], 'registry', 7])('refuses the document %p', (document) => {
    expect(problemsOf(document)).toEqual(expect.arrayContaining(['the document: must be an object']));
  });

  it('leaves out a token of unknown decimals that no vault uses', () => {
    const document = aRegistryDocument();
    document.tokens.push({
      contractId: `${A}.dog`,
      symbol: 'DOG',
      name: 'Dog',
      identifier: 'dog',
      decimals: null,
    });
    expect(made(document).tokens.map(({ symbol }) => symbol)).not.toContain('DOG');
  });
});

describe('createRegistry with a block list', () => {
  it('leaves out a blocked vault', () => {
    const registry = made({ ...aRegistryDocument(), blocked: [`${A}.pool`] });
    expect(registry.vaults.map(({ contractId }) => contractId)).toEqual([`${A}.link`]);
    expect(registry.blocked).toEqual([`${A}.pool`]);
  });

  it('leaves out a blocked token, its subnet copies and the vaults that hold them', () => {
    const registry = made({ ...aRegistryDocument(), blocked: [`${A}.cat`] });
    expect(registry.tokens.map(({ contractId }) => contractId)).toEqual(['.stx']);
    expect(registry.vaults).toEqual([]);
  });

  it('keeps the tokens of a blocked vault', () => {
    const document = aRegistryDocument();
    document.vaults[0]!['tokenB'] = `${A}.dog`;
    expect(problemsOf({ ...document, blocked: [`${A}.pool`] })).toEqual([]);
  });
});

describe('builtInRegistry', () => {
  it.each(['mainnet', 'testnet'] as const)('builds a valid registry for %s', (network) => {
    expect(builtInRegistry(network).network).toBe(network);
  });
});
