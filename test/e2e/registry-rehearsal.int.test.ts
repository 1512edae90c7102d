/**
 * A process has one VM.
 * @own-modules
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RegistryReport } from '../../src/application/registry/check-registry.js';
import { builtInRegistry } from '../../src/adapters/stacks/index.js';
import { recordedMainnet } from '../support/fork-bed.js';
import { startForkPeer, type ForkPeer } from '../support/fork-peer.js';
import { runCommand } from '../support/run-command.js';

/** Vaults of every kind, with sublinks of both signature domains: each of them costs a second. */
const TRIED = [
  'satoshis-private-key',
  'charismatic-flow',
  'sexy-pepe',
  'president-pepe-lp',
  'sub-link-vault-v7',
  'stx-sublink-v2',
  'velar-stx-sbtc',
  'velar-stx-roo',
  'arkadiko-stx-usda',
  'arkadiko-stx-welsh',
  'arkadiko-diko-usda',
  'bitflow-welsh-stx',
  'bitflow-sbtc-pbtc',
  'feeling-zesty',
  'alex-stx-alex',
];

type Entry = Record<string, unknown>;
interface Document {
  tokens: Entry[];
  vaults: Entry[];
  routers: Entry[];
  verifier: Record<string, unknown>;
}

let peer: ForkPeer;
let folder: string;

beforeAll(async () => {
  const [network, temporary] = await Promise.all([
    recordedMainnet(),
    mkdtemp(join(tmpdir(), 'sluice-test-rehearsal-')),
  ]);
  folder = temporary;
  peer = await startForkPeer(network.recorded, { chainId: network.chainId, height: network.height });
});
afterAll(async () => {
  await peer.close();
  await rm(folder, { recursive: true, force: true });
});

const nameOf = (id: unknown): string => String(id).replace(/^S[0-9A-Z]+\./, '');
const named = (entries: readonly Entry[], name: string): Entry =>
  entries.find(({ contractId, id }) => nameOf(contractId ?? id) === name)!;

/** The built-in registry of mainnet, cut down to these vaults and their tokens. */
function document(): Document {
  const { vaults, tokens, ...rest } = JSON.parse(JSON.stringify(builtInRegistry('mainnet'))) as Document;
  const tried = vaults.filter(({ contractId }) => TRIED.includes(nameOf(contractId)));
  const held = new Set(tried.flatMap(({ tokenA, tokenB }) => [tokenA, tokenB]));
  return { ...rest, vaults: tried, tokens: tokens.filter(({ contractId }) => held.has(contractId)) };
}

async function check(registry: Document, options: readonly string[] = []) {
  const path = join(folder, 'registry.json');
  await writeFile(path, JSON.stringify(registry));
  const settings = { SLUICE_NETWORK: 'mainnet', STACKS_API_URL: peer.url, STACKS_API_RPM: '10000' };
  const { code, stdout, stderr } = await runCommand(
    'registry',
    ['check', path, '--json', ...options],
    settings,
  );
  if (stdout === '') throw new Error(stderr);
  return { code, stderr, report: JSON.parse(stdout) as RegistryReport };
}

/** Thirteen mistakes, each in an entry of its own, with the finding that names it. */
const FAULTS: readonly (readonly [what: string, seed: (document: Document) => void, found: string])[] = [
  [
    'a decimal',
    ({ tokens }) => void (named(tokens, 'arkadiko-token')['decimals'] = 8),
    'tokens arkadiko-token decimals: 8 / 6',
  ],
  [
    'an asset id',
    ({ tokens }) => void (named(tokens, 'token-alex')['identifier'] = 'alexx'),
    'tokens token-alex identifier: alexx / alex',
  ],
  [
    'the fee of a pool',
    ({ vaults }) => void (named(vaults, 'charismatic-flow')['feePpm'] = 14_000),
    'vaults charismatic-flow feePpm: 14000 / 15000',
  ],
  [
    'the fee of a wrapper',
    ({ vaults }) => void (named(vaults, 'velar-stx-roo')['feePpm'] = 2_500),
    'vaults velar-stx-roo feePpm: 2500',
  ],
  [
    'the order of tokens',
    ({ vaults }) => {
      const vault = named(vaults, 'satoshis-private-key');
      [vault['tokenA'], vault['tokenB']] = [vault['tokenB'], vault['tokenA']];
    },
    'vaults satoshis-private-key tokenA, tokenB: .stx, sbtc-token / the other way round',
  ],
  [
    'a token of a pool',
    ({ vaults, tokens }) =>
      void (named(vaults, 'president-pepe-lp')['tokenB'] = named(tokens, 'usda-token')['contractId']),
    'vaults president-pepe-lp tokenB: usda-token::usda / tokensoft-token-v4k68639zxz::tokensoft-token',
  ],
  [
    'verifier v1',
    ({ verifier, routers }) => void (verifier['v1'] = routers[0]!['id']),
    'contracts x-multihop-v2 verifier.v1: x-multihop-v2 / no verifier',
  ],
  [
    'verifier v2',
    ({ verifier, routers }) => void (verifier['v2'] = routers[1]!['id']),
    'contracts x-multihop-v1 verifier.v2: x-multihop-v1 / no verifier',
  ],
  [
    'a wrapper as a pool',
    ({ vaults }) => {
      const vault = named(vaults, 'velar-stx-sbtc');
      vault['kind'] = 'pool';
      delete vault['forwardsInputFee'];
    },
    'vaults velar-stx-sbtc forwardsInputFee: left out / it sends on a part of the input',
  ],
  [
    'externalPoolId',
    ({ vaults }) =>
      void (named(vaults, 'arkadiko-stx-usda')['externalPoolId'] = named(vaults, 'velar-stx-roo')[
        'externalPoolId'
      ]),
    'vaults arkadiko-stx-usda externalPoolId: univ2-core / arkadiko-swap-v2-1',
  ],
  [
    'a token of a quoted wrapper',
    ({ vaults, tokens }) =>
      void (named(vaults, 'feeling-zesty')['tokenA'] = named(tokens, 'usda-token')['contractId']),
    'vaults feeling-zesty tokenA: usda-token::usda / zest-token::zest',
  ],
  [
    'stxWrapper',
    ({ vaults, tokens }) =>
      void (named(vaults, 'arkadiko-stx-welsh')['stxWrapper'] =
        `${String(named(tokens, 'usda-token')['contractId'])}::usda`),
    'vaults arkadiko-stx-welsh stxWrapper: usda-token::usda / wrapped-stx-token::wstx',
  ],
  [
    'payout',
    ({ routers }) => void (named(routers, 'x-multihop-rc9')['payout'] = 'signer'),
    'routers x-multihop-rc9 payout: signer / any: it paid another',
  ],
];

describe('registry check --swap on a fork of a network with the contracts of the built-in registry', () => {
  it('finds nothing in a registry that is right, and sends nothing to the network', async () => {
    const { code, report } = await check(document(), ['--swap']);
    expect(report).toMatchObject({ swaps: 3 + TRIED.length, findings: [] });
    expect(code).toBe(0);
    expect(peer.calls.filter((call) => !call.startsWith('GET '))).toEqual([]);
  });

  it('finds 13 of 13 seeded faults, and names the entry and the field of each', async () => {
    const seeded = document();
    for (const [, seed] of FAULTS) seed(seeded);
    const { code, report } = await check(seeded, ['--swap']);
    const found = report.findings.map(({ list, entry, field, registry, chain }) =>
      `${list} ${nameOf(entry)} ${field}: ${registry} / ${chain}`.replaceAll(/S[0-9A-Z]{30,}\./g, ''),
    );
    const missing = FAULTS.filter(([, , text]) => !found.some((line) => line.startsWith(text)));
    expect({ missing: missing.map(([what]) => what), found }).toMatchObject({ missing: [] });
    // No vault that is right is suspected because of another.
    const suspected = report.findings
      .filter(({ list }) => list === 'vaults')
      .map(({ entry }) => nameOf(entry));
    expect([...new Set(suspected)].sort()).toEqual(
      FAULTS.flatMap(([, , text]) => /^vaults ([\w-]+)/.exec(text)?.[1] ?? []).sort(),
    );
    expect(code).toBe(1);
  });

  it('exits with 4 when the network cannot be reached', async () => {
    const settings = { SLUICE_NETWORK: 'mainnet', STACKS_API_URL: 'http://127.0.0.1:9' };
    const { code, stderr } = await runCommand('registry', ['check', '--swap'], settings);
    expect(stderr).toContain('no Stacks node responds at http://127.0.0.1:9');
    expect(code).toBe(4);
  });

  it('refuses a devnet, which cannot be forked', async () => {
    const { code, stderr } = await runCommand('registry', ['check', '--swap'], { STACKS_API_URL: peer.url });
    expect([code, stderr]).toEqual([
      1,
      'SLUICE_NETWORK must be mainnet or testnet: a devnet cannot be forked\n',
    ]);
  });
});
