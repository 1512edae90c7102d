import { describe, expect, it } from '@jest/globals';
import { checkRouter, checkToken } from '../../../src/domain/registry/check-contracts.js';
import { referencesOf, type ContractFacts } from '../../../src/domain/registry/contract-facts.js';
import type { BlazeVersion, Token } from '../../../src/domain/market/registry.js';
import { STX, type ContractId } from '../../../src/domain/shared/contract-id.js';

const A = 'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS';
const B = 'SP3NE50GEXFG9SZGTT51P40X2CKYSZ5CC4ZTZ7A2G';
const id = (name: string, address = A) => `${address}.${name}` as ContractId;
const verifier = { v1: id('blaze-v1'), v2: id('blaze-v2') };
const context = { verifier, wstx: id('wstx', B) };

const facts = (source: string, functions: Record<string, number> = {}): ContractFacts => ({
  functions: new Map(Object.entries(functions)),
  assets: [],
  source,
});

describe('referencesOf', () => {
  it.each([
    [`(contract-call? '${B}.token transfer u1)`, [id('token', B)]],
    ['(contract-call? .token transfer u1)', [id('token')]],
    [`(impl-trait '${B}.traits.sip-010)`, [id('traits', B)]],
    ['(use-trait vault-trait .traits.vault)', [id('traits')]],
    ['(stx-transfer? u1 tx-sender recipient)', [STX]],
    ['(stx-get-balance tx-sender)', [STX]],
    [';; recovered with .blaze-v2 or\n(ok u1) ;; .blaze-v1', []],
    ['(define-constant URI "https://example.org/.token")', []],
    ['(get dx r-1.5)', []],
    ['', []],
  ])('finds the contracts that the source %p refers to', (source, expected) => {
    expect([...referencesOf(id('self'), facts(source))]).toEqual(expected);
  });
});

const ROUTER = { 'x-swap-1': 3, 'x-swap-2': 4, 'x-swap-3': 5, 'x-swap-4': 6, 'x-swap-5': 7 };

describe('checkRouter', () => {
  const found = (blaze: readonly BlazeVersion[], source: string) =>
    checkRouter({ id: id('router'), payout: 'signer', blaze }, facts(source, ROUTER), verifier).map(
      ({ field, registry, chain }) => [field, registry, chain],
    );
  const V1 = '(contract-call? .blaze-v1 recover s)';
  const V2 = `(contract-call? '${A}.blaze-v2 recover s)`;

  it.each<[readonly BlazeVersion[], string]>([
    [['v1', 'v2'], V1 + V2],
    [['v2', 'v1'], V1 + V2],
    [['v1'], V1],
    [['v2'], V2],
  ])('accepts that a router knows %p when it calls exactly those verifiers', (blaze, source) => {
    expect(found(blaze, source)).toEqual([]);
  });

  it.each<[readonly BlazeVersion[], string, string, string]>([
    [['v1', 'v2'], V1, 'v1, v2', 'v1'],
    [['v1'], V1 + V2, 'v1', 'v1, v2'],
    [['v2'], V1, 'v2', 'v1'],
  ])('finds that a router said to know %p calls others', (blaze, source, registry, chain) => {
    expect(found(blaze, source)).toEqual([['blaze', registry, chain]]);
  });

  it.each<[readonly BlazeVersion[]]>([[['v1']], [['v1', 'v2']]])(
    'accepts %p of a router that asks no verifier itself',
    (blaze) => expect(found(blaze, '(contract-call? t x-transfer s)')).toEqual([]),
  );
});

const SUBNET = {
  'x-transfer': 4,
  deposit: 2,
  withdraw: 2,
  transfer: 4,
  'get-balance': 1,
  'get-decimals': 0,
};

describe('checkToken', () => {
  const copy: Token = {
    contractId: id('token-subnet'),
    symbol: 'T',
    name: 'T',
    decimals: 6,
    identifier: 't',
    type: 'SUBNET',
    base: id('token', B),
    blaze: 'v2',
  };
  const found = (token: Token, source: string, decimals?: number) => {
    const said = decimals === undefined ? {} : { decimals };
    return checkToken(token, { ...facts(source, SUBNET), token: said }, context).map(
      ({ kind, field, chain }) => [kind, field, chain],
    );
  };
  const CALLS = `(contract-call? '${B}.token transfer a) (contract-call? .blaze-v2 execute s)`;

  it('accepts a copy that calls its base and its verifier', () => {
    expect(found(copy, CALLS, 6)).toEqual([]);
  });

  it('accepts a copy of STX that moves STX itself, or its contract', () => {
    const source = '(contract-call? .blaze-v2 execute s)';
    const stx = { ...copy, base: STX };
    expect(found(stx, `${source} (stx-transfer? u1 tx-sender to)`, 6)).toEqual([]);
    expect(found(stx, `${source} (contract-call? '${B}.wstx transfer u1)`, 6)).toEqual([]);
    expect(found(stx, source, 6)).toEqual([['disagrees', 'base', 'the contract never calls it']]);
  });

  it('says what the contract does not tell, and never takes it for an agreement', () => {
    expect(found(copy, `(contract-call? '${B}.token transfer a)`)).toEqual([
      ['unread', 'decimals', 'the contract returns none'],
      ['unread', 'blaze', 'the contract calls no verifier of the registry'],
    ]);
    expect(found(copy, `${CALLS} (contract-call? .blaze-v1 execute s)`, 6)).toEqual([
      ['unread', 'blaze', 'it calls both verifiers'],
    ]);
  });

  it('finds a subnet copy that the registry lists as a plain token', () => {
    const { type: _type, base: _base, blaze: _blaze, ...plain } = copy;
    expect(found(plain, CALLS, 6)).toContainEqual(['disagrees', 'type', 'SUBNET']);
  });
});
