import { describe, expect, it } from '@jest/globals';
import { checkMovements, paidIn, type Movement } from '../../../src/domain/registry/check-movements.js';
import type { RouteHop } from '../../../src/domain/router/best-route.js';
import type { Registry, Token } from '../../../src/domain/market/registry.js';
import { STX, type ContractId } from '../../../src/domain/shared/contract-id.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import type { AssetId, RoutableVault } from '../../../src/domain/vault/vault.js';

const ADDRESS = 'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS';
const WALLET = 'SP3NE50GEXFG9SZGTT51P40X2CKYSZ5CC4ZTZ7A2G';
const id = (name: string) => `${ADDRESS}.${name}` as ContractId;
const asset = (name: string): AssetId => `${id(name)}::${name}`;
const token = (name: string, more: Partial<Token> = {}): Token => ({
  contractId: id(name),
  symbol: name,
  name,
  decimals: 6,
  identifier: name,
  ...more,
});

const registry: Registry = {
  network: 'mainnet',
  routers: [],
  wstx: id('wstx'),
  sbtc: id('sbtc'),
  verifier: { v1: id('v1'), v2: id('v2') },
  tokens: [
    { ...token('stx'), contractId: STX },
    token('a'),
    token('b'),
    token('copy', { type: 'SUBNET', base: id('a'), blaze: 'v1' }),
  ],
  vaults: [],
  blocked: [],
};

/** Velar sends on a part of its input, Arkadiko exchanges a wrapped STX. */
const hopOf = (tokenIn: ContractId, tokenOut: ContractId, more: Partial<RoutableVault> = {}): RouteHop => ({
  vault: {
    contractId: id('vault'),
    kind: 'pool',
    protocol: 'TEST',
    tokenA: tokenIn,
    tokenB: tokenOut,
    feePpm: 3_000,
    externalPoolId: id('pool'),
    name: 'vault',
    symbol: 'VAULT',
    ...more,
  },
  opcode: 0,
  tokenIn,
  tokenOut,
  amountIn: toUnits(1_000n),
  dx: toUnits(1_000n),
  amountOut: toUnits(900n),
});

const moves = (
  sender: string,
  recipient: string | undefined,
  of: Movement['asset'],
  amount = 900n,
): Movement => ({
  sender,
  ...(recipient !== undefined && { recipient }),
  asset: of,
  amount,
});
const POOL = id('pool');
const [paidA, gotB] = [moves(WALLET, POOL, asset('a')), moves(POOL, WALLET, asset('b'))];
const wrapped = asset('wrapped');
/** What an Arkadiko pair moves: STX is wrapped on the way in, and unwrapped on the way out. */
const wrapping = [moves(WALLET, POOL, 'stx'), moves(WALLET, POOL, wrapped), gotB];
const unwrapping = [
  moves(WALLET, POOL, asset('a')),
  moves(POOL, WALLET, wrapped),
  moves(WALLET, undefined, wrapped),
  moves(POOL, WALLET, 'stx'),
];

const found = (hop: RouteHop, moved: readonly Movement[]) =>
  checkMovements({ hop, wallet: WALLET, moved }, registry).map(
    ({ kind, list, field, registry: says, chain }) =>
      `${kind} ${list} ${field}: ${says} / ${chain}`.replaceAll(`${ADDRESS}.`, ''),
  );

describe('checkMovements', () => {
  it.each<[string, RouteHop, readonly Movement[]]>([
    ['a swap', hopOf(id('a'), id('b')), [paidA, gotB]],
    [
      'a swap whose pool sends on a fee, as the entry says',
      hopOf(id('a'), id('b'), { forwardsInputFee: true }),
      [paidA, gotB, moves(POOL, id('fees'), asset('a'), 1n)],
    ],
    ['STX that is wrapped', hopOf(STX, id('b'), { stxWrapper: wrapped }), wrapping],
    ['STX that is unwrapped', hopOf(id('a'), STX, { stxWrapper: wrapped }), unwrapping],
    ['a payment out of a subnet copy', hopOf(id('copy'), id('b')), [gotB]],
    ['a payment into a subnet copy', hopOf(id('a'), id('copy')), [paidA]],
  ])('finds nothing in %s', (_what, hop, moved) => {
    expect(found(hop, moved)).toEqual([]);
  });

  it.each<[string, RouteHop, readonly Movement[], string]>([
    [
      'another token that comes out',
      hopOf(id('a'), id('b')),
      [paidA, moves(POOL, WALLET, asset('c'))],
      'disagrees vaults tokenB: b::b / c::c',
    ],
    [
      'another token that goes in',
      hopOf(id('a'), id('b')),
      [moves(WALLET, POOL, 'stx'), gotB],
      'disagrees vaults tokenA: a::a / stx',
    ],
    ['nothing that comes out', hopOf(id('a'), id('b')), [paidA], 'disagrees vaults tokenB: b::b / nothing'],
    [
      'another asset of the same token',
      hopOf(id('a'), id('b')),
      [paidA, moves(POOL, WALLET, `${id('b')}::other`)],
      'disagrees tokens identifier: b / other',
    ],
    [
      'another contract that pays',
      hopOf(id('a'), id('b')),
      [paidA, moves(id('core'), WALLET, asset('b'))],
      'disagrees vaults externalPoolId: pool / core',
    ],
    [
      'a fee that is sent on',
      hopOf(id('a'), id('b')),
      [paidA, gotB, moves(POOL, id('fees'), asset('a'), 1n)],
      'disagrees vaults forwardsInputFee: left out / it sends on a part of the input',
    ],
    [
      'another wrapped STX, on the way in',
      hopOf(STX, id('b'), { stxWrapper: asset('other') }),
      wrapping,
      'disagrees vaults stxWrapper: other::other / wrapped::wrapped',
    ],
    [
      'another wrapped STX, on the way out',
      hopOf(id('a'), STX, { stxWrapper: asset('other') }),
      unwrapping,
      'disagrees vaults stxWrapper: other::other / wrapped::wrapped',
    ],
    [
      'a wrapped STX that the entry leaves out',
      hopOf(STX, id('b')),
      wrapping,
      'disagrees vaults stxWrapper: left out / wrapped::wrapped',
    ],
    [
      'no wrapped STX where the entry names one',
      hopOf(STX, id('b'), { stxWrapper: wrapped }),
      [moves(WALLET, POOL, 'stx'), gotB],
      'disagrees vaults stxWrapper: wrapped::wrapped / nothing',
    ],
  ])('names %s', (_what, hop, moved, expected) => {
    expect(found(hop, moved)).toEqual([expected]);
  });

  it('adds up what the wallet got of the output, which a subnet copy does not show', () => {
    const moved = [paidA, gotB, moves(POOL, WALLET, asset('b'), 5n), moves(id('fees'), POOL, asset('b'))];
    const swap = { hop: hopOf(id('a'), id('b')), wallet: WALLET, moved };
    expect(paidIn(swap, registry)).toBe(905n);
    expect(paidIn({ ...swap, hop: hopOf(id('a'), id('copy')) }, registry)).toBeUndefined();
  });
});
