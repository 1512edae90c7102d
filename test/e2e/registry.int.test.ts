import { setInterval } from 'node:timers/promises';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startDevnet, type Devnet } from '../../dist/apps/devnet/index.js';
import { registrySchema } from '../../src/adapters/stacks/index.js';
import { runCommand } from '../support/run-command.js';
import { startSluice, type SluiceProcess } from '../support/sluice-process.js';
import { ask } from '../support/test-chain.js';
import type { RegistryReport } from '../../src/application/registry/check-registry.js';

let devnet: Devnet;
let folder: string;

beforeAll(async () => {
  devnet = await startDevnet({ blockMs: 3_600_000 });
  folder = await mkdtemp(join(tmpdir(), 'sluice-test-registry-'));
});
afterAll(async () => {
  await devnet.stop();
  await rm(folder, { recursive: true, force: true });
});

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runCommand('registry', args, { STACKS_API_URL: devnet.stacksApiUrl, ...env });

type Entry = Record<string, unknown>;

/** Writes the devnet’s registry, changed, to a file. */
async function registryFile(
  change: (document: { tokens: Entry[]; vaults: Entry[] }) => void,
): Promise<string> {
  const document = JSON.parse(JSON.stringify(devnet.registry)) as { tokens: Entry[]; vaults: Entry[] };
  change(document);
  const path = join(folder, 'registry.json');
  await writeFile(path, JSON.stringify(document));
  return path;
}

const named = (entries: readonly Entry[], name: string): Entry =>
  entries.find(({ contractId }) => String(contractId).endsWith(`.${name}`))!;

describe('the command registry', () => {
  it('exits with 0 when every entry of the built-in registry agrees with the chain', async () => {
    const { code, stdout } = await run(['check']);
    expect(stdout).toBe(
      '3 routers, 24 tokens, 34 vaults and 4 other contracts compared: 0 disagree, 0 cannot be compared\n',
    );
    expect(code).toBe(0);
  });

  it('exits with 1 and shows every field of a file that disagrees, as a table or as JSON', async () => {
    const file = await registryFile(({ tokens, vaults }) => {
      named(tokens, 'moth')['decimals'] = 2;
      named(vaults, 'sbtc-stx')['feePpm'] = 1;
    });
    const table = await run(['check', file]);
    expect(table.code).toBe(1);
    const lines = table.stdout.split('\n').map((line) => line.split(/\s+/));
    expect(lines[0]).toEqual(['', 'list', 'entry', 'field', 'registry', 'chain']);
    expect(lines[1]).toEqual(['≠', 'tokens', expect.stringMatching(/\.moth$/), 'decimals', '2', '6']);
    expect(lines[2]).toEqual(['≠', 'vaults', expect.stringMatching(/\.sbtc-stx$/), 'feePpm', '1', '3000']);
    expect(table.stdout).toContain('2 disagree, 0 cannot be compared');

    const json = await run(['check', file, '--json']);
    expect(json.code).toBe(1);
    const { findings } = JSON.parse(json.stdout) as RegistryReport;
    expect(findings.map(({ field, registry, chain }) => [field, registry, chain])).toEqual([
      ['decimals', '2', '6'],
      ['feePpm', '1', '3000'],
    ]);
  });

  it('reads the file that SLUICE_REGISTRY names when no other is given', async () => {
    const file = await registryFile(({ tokens }) => void (named(tokens, 'moth')['decimals'] = 2));
    expect((await run(['check'], { SLUICE_REGISTRY: file })).code).toBe(1);
  });

  it('names every problem of a file that is no registry', async () => {
    const file = await registryFile(({ vaults }) => {
      vaults[0]!['feePmm'] = 1;
      vaults[1]!['kind'] = 'energy';
    });
    const { code, stderr } = await run(['check', file]);
    expect(code).toBe(1);
    expect(stderr).toContain('vaults[0].feePmm: unknown field; did you mean feePpm?');
    expect(stderr).toContain('vaults[1].kind: must be');
  });

  it('says which setting is missing when it does not know the node', async () => {
    const { code, stderr } = await run(['check'], { STACKS_API_URL: '' });
    expect([code, stderr]).toEqual([
      1,
      'STACKS_API_URL must name the node to read from; that of a development chain is stacksApiUrl of GET /devnet\n',
    ]);
  });

  it('exits with 4 when the node cannot be reached, and says so once', async () => {
    const { code, stdout, stderr } = await run(['check'], { STACKS_API_URL: 'http://127.0.0.1:9' });
    expect([code, stdout, stderr]).toEqual([
      4,
      '',
      'no Stacks node responds at http://127.0.0.1:9 (GET /v2/info: ECONNREFUSED): STACKS_API_URL names the node; on a devnet the server names it\n',
    ]);
  });

  it('proposes what a registry lacks, with its source, in the form of a registry file', async () => {
    const file = await registryFile((document) => {
      document.vaults = document.vaults.filter(
        ({ contractId }) => !String(contractId).endsWith('.moth-comet'),
      );
      document.tokens = document.tokens.filter(({ contractId }) => !String(contractId).endsWith('.moth'));
    });
    const { code, stdout } = await run(['discover', '--registry', file]);
    expect(code).toBe(0);
    const { tokens, vaults, incomplete, neither } = JSON.parse(stdout) as Record<string, Entry[]>;
    const source = 'its contract, read at block 1';
    expect(tokens).toEqual([
      expect.objectContaining({ symbol: 'MOTH', decimals: 6, identifier: 'moth', source }),
    ]);
    expect(vaults).toEqual([expect.objectContaining({ kind: 'pool', feePpm: 20_000, source })]);
    expect([incomplete, neither]).toEqual([[], []]);
  });

  it('refuses a malformed contract id', async () => {
    const { code, stderr } = await run(['discover', 'nothing']);
    expect(code).toBe(1);
    expect(stderr).toContain('nothing must be a contract id');
  });

  it('prints the JSON Schema of registry files', async () => {
    const { code, stdout } = await run(['schema'], { STACKS_API_URL: '' });
    expect([code, JSON.parse(stdout)]).toEqual([0, registrySchema()]);
  });
});

interface ListedVault {
  readonly contractId: string;
  readonly fee: number;
  readonly feePpm: number | null;
}

describe('a server whose registry leaves fees out', () => {
  let sluice: SluiceProcess;
  beforeAll(async () => {
    const file = await registryFile(({ vaults }) => {
      // Quotes of other exchanges' pools do not tell the fee.
      for (const vault of vaults) if (vault['kind'] === 'pool') delete vault['feePpm'];
      // A contract that quotes nothing: its fee is never known.
      vaults.push({ ...named(vaults, 'moth-comet'), contractId: devnet.registry.verifier.v1 });
    });
    sluice = await startSluice({
      DATABASE_URL: 'sqlite::memory:',
      STACKS_API_URL: devnet.stacksApiUrl,
      SLUICE_REGISTRY: file,
      SLUICE_ROLES: 'api',
    });
  });
  afterAll(() => sluice.end('SIGTERM'));

  const listed = async () =>
    (await ask<{ data: { vaults: ListedVault[] } }>(`${sluice.url}/app/api/v0/vaults`)).body.data.vaults;
  /** Waits until every pool but the one that quotes nothing has a fee. */
  async function untilKnown(): Promise<readonly ListedVault[]> {
    for await (const _ of setInterval(20)) {
      const vaults = await listed();
      if (vaults.filter(({ feePpm }) => feePpm === null).length === 1) return vaults;
    }
    throw new Error('unreachable');
  }

  it('reads them from the chain, lists them and routes by them', async () => {
    const vaults = await untilKnown();
    const expected = devnet.registry.vaults.map(({ contractId, feePpm }) => [contractId, feePpm]);
    expect(vaults.slice(0, -1).map(({ contractId, feePpm }) => [contractId, feePpm])).toEqual(expected);
    const dollar = named(devnetTokens(), 'dollar')['contractId'];
    const quote = await ask<{ data: { hops: { vault: { fee: number } }[] } }>(
      `${sluice.swap}/quote?tokenIn=.stx&tokenOut=${String(dollar)}&amount=1000000`,
    );
    expect(quote.body.data.hops.map(({ vault }) => vault.fee)).toEqual([10_000, 5_000]);
  });

  it('lists a vault without a known fee as such, and says in the log that it is not routed', async () => {
    const vaults = await untilKnown();
    expect(vaults.at(-1)).toMatchObject({
      contractId: devnet.registry.verifier.v1,
      fee: 0,
      feePpm: null,
    });
    const lines = sluice.log.filter((line) => line.includes('the vault is not routed'));
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ vault: devnet.registry.verifier.v1, reason: 'no-quote', level: 40 }),
    ]);
  });
});

const devnetTokens = (): Entry[] => JSON.parse(JSON.stringify(devnet.registry.tokens)) as Entry[];
