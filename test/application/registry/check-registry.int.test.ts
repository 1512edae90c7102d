import { describe, expect, it } from '@jest/globals';
import { checkRegistry } from '../../../src/application/registry/check-registry.js';
import type { Registry, RouterContract, Token } from '../../../src/domain/market/registry.js';
import { contractParts, type ContractId } from '../../../src/domain/shared/contract-id.js';
import { err } from '../../../src/domain/shared/result.js';
import type { Vault } from '../../../src/domain/vault/vault.js';
import { useDevnetRegistry, type DevnetRegistry } from './devnet-registry.js';

let honest: Registry;
let needs: DevnetRegistry['needs'];
useDevnetRegistry((started) => void ({ honest, needs } = started));

const at = (name: string) => {
  if (name === '.stx') return name as ContractId;
  return `${contractParts(honest.wstx).address}.${name}` as ContractId;
};
const token = (name: string, lie: Partial<Token>): Registry => ({
  ...honest,
  tokens: honest.tokens.map((entry) => (entry.contractId === at(name) ? { ...entry, ...lie } : entry)),
});
const vault = (name: string, lie: Partial<Vault>): Registry => ({
  ...honest,
  vaults: honest.vaults.map((entry) => (entry.contractId === at(name) ? { ...entry, ...lie } : entry)),
});
const router = (name: string, lie: Partial<RouterContract>): Registry => ({
  ...honest,
  routers: honest.routers.map((entry) => (entry.id === at(name) ? { ...entry, ...lie } : entry)),
});
const found = async (registry: Registry) =>
  (await checkRegistry(registry, needs)).findings.map(
    ({ kind, list, entry, field, registry: says, chain }) =>
      `${kind} ${list} ${entry === '.stx' ? entry : contractParts(entry).name} ${field}: ${says} / ${chain}`,
  );

describe('checkRegistry against the devnet', () => {
  it('finds nothing in the devnet’s own registry, and has compared every entry', async () => {
    const seen: number[] = [];
    const report = await checkRegistry(honest, needs, { progress: (done, total) => seen.push(total - done) });
    expect(report).toEqual({ checked: { routers: 3, tokens: 24, vaults: 34, contracts: 4 }, findings: [] });
    expect(seen).toHaveLength(65);
    expect(Math.min(...seen)).toBe(0);
  });

  it('finds nothing when fees are left out', async () => {
    const vaults = honest.vaults.map(({ feePpm: _out, ...rest }) => rest);
    expect(await found({ ...honest, vaults })).toEqual([]);
  });

  const lies: [string, () => Registry, string][] = [
    ['decimals', () => token('opal', { decimals: 8 }), 'disagrees tokens opal decimals: 8 / 6'],
    [
      'an identifier',
      () => token('opal', { identifier: 'gem' }),
      'disagrees tokens opal identifier: gem / opal',
    ],
    [
      'a copy’s decimals',
      () => token('ticket-subnet', { decimals: 1 }),
      'disagrees tokens ticket-subnet decimals: 1 / 0',
    ],
    [
      'a copy’s base',
      () => token('opal-subnet', { base: at('dollar') }),
      'disagrees tokens opal-subnet base: ',
    ],
    [
      'a copy’s verifier',
      () => token('opal-subnet', { blaze: 'v2' }),
      'disagrees tokens opal-subnet blaze: v2 / v1',
    ],
    [
      'a plain token listed as a copy',
      () => token('opal', { type: 'SUBNET', base: at('dollar'), blaze: 'v1' }),
      'disagrees tokens opal type: SUBNET / no subnet copy',
    ],
    [
      'a token that does not exist',
      () => token('moth', { contractId: at('myth') }),
      'disagrees tokens myth contractId: ',
    ],
    ['a fee', () => vault('sbtc-stx', { feePpm: 100 }), 'disagrees vaults sbtc-stx feePpm: 100 / 3000'],
    [
      'a fee of a Velar pool, by one part in a million',
      () => vault('velar-stx-amber', { feePpm: 3_001 }),
      'disagrees vaults velar-stx-amber feePpm: 3001 / 3000',
    ],
    [
      'the part of a Bitflow pool’s fee that goes out',
      () => vault('bitflow-amber-flint', { protocolFeePpm: 500 }),
      'disagrees vaults bitflow-amber-flint protocolFeePpm: 500 / 1000',
    ],
    [
      'tokens in reverse',
      () => vault('stx-dollar', { tokenA: at('dollar'), tokenB: at('.stx') }),
      'disagrees vaults stx-dollar tokenA, tokenB: ',
    ],
    [
      'tokens in reverse of a pool without a reserves function',
      () => vault('stx-opal', { tokenA: at('opal'), tokenB: at('.stx') }),
      'disagrees vaults stx-opal tokenA, tokenB: ',
    ],
    [
      'another token',
      () => vault('sbtc-dollar', { tokenB: at('comet') }),
      'disagrees vaults sbtc-dollar kind: pool',
    ],
    [
      'a pool as a sublink',
      () => vault('sbtc-stx', { kind: 'sublink', feePpm: 0 }),
      'disagrees vaults sbtc-stx kind: sublink: opcodes 5 and 6 / no quote for opcode 5 and 6',
    ],
    [
      'a sublink as a pool',
      () => vault('opal-sublink', { kind: 'pool' }),
      'disagrees vaults opal-sublink kind: pool: opcodes 0 and 1 / no quote for opcode 0 and 1',
    ],
    [
      'a sublink’s copy',
      () => vault('opal-sublink', { tokenB: at('comet-subnet') }),
      'disagrees vaults opal-sublink tokenB: ',
    ],
    [
      'a vault that does not exist',
      () => vault('sbtc-stx', { contractId: at('sbtc-stx-v9') }),
      'disagrees vaults sbtc-stx-v9 contractId: ',
    ],
    [
      'a token as a vault',
      () => vault('sbtc-stx', { contractId: at('moth') }),
      'disagrees vaults moth contractId: ',
    ],
    [
      'who holds the funds',
      () => vault('sbtc-stx', { externalPoolId: at('vault') }),
      'disagrees vaults sbtc-stx externalPoolId: ',
    ],
    [
      'an engine',
      () => vault('sbtc-stx', { engineContractId: at('engine') }),
      'disagrees vaults sbtc-stx engineContractId: ',
    ],
    [
      'a wrapper',
      () => vault('sbtc-stx', { stxWrapper: `${at('wrapper')}::wstx` }),
      'disagrees vaults sbtc-stx stxWrapper: ',
    ],
    ['a router', () => router('x-multihop-v1', { id: at('moth') }), 'disagrees routers moth id: '],
    [
      'a router that does not exist',
      () => router('x-multihop-v1', { id: at('x-multihop-v9') }),
      'disagrees routers x-multihop-v9 id: ',
    ],
    [
      'the verifiers in reverse',
      () => ({ ...honest, verifier: { v1: honest.verifier.v2, v2: honest.verifier.v1 } }),
      'disagrees contracts verifier-v2 verifier.v1: ',
    ],
    [
      'a verifier',
      () => ({ ...honest, verifier: { ...honest.verifier, v1: at('moth') } }),
      'disagrees contracts moth verifier.v1: ',
    ],
    ['wstx', () => ({ ...honest, wstx: at('traits') }), 'disagrees contracts traits wstx: '],
    ['sbtc', () => ({ ...honest, sbtc: at('satoshi') }), 'disagrees contracts satoshi sbtc: '],
  ];
  it.each(lies)('finds a registry that lies about %s', async (_, lie, finding) => {
    expect(await found(lie())).toEqual(expect.arrayContaining([expect.stringContaining(finding)]));
  });

  it('reports an entry that cannot be reached as not compared, and compares the others', async () => {
    const contracts: (typeof needs)['contracts'] = {
      ...needs.contracts,
      describe: async (id) =>
        id === at('opal') ? err({ kind: 'chain-unreachable', reason: 'cut' }) : needs.contracts.describe(id),
    };
    const report = await checkRegistry(honest, { ...needs, contracts });
    expect(report.findings).toEqual([
      {
        kind: 'unread',
        list: 'tokens',
        entry: at('opal'),
        field: 'all fields',
        registry: 'not compared',
        chain: 'cut',
      },
    ]);
  });
});
