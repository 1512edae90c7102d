#!/usr/bin/env node
import { InvalidArgumentError, program } from 'commander';
import { registrySchema } from '../adapters/stacks/index.js';
import { NodeHasher } from '../adapters/system/index.js';
import { print, printTable, runProgram, withProgress } from '../adapters/terminal/index.js';
import { checkRegistry, type RegistryReport } from '../application/registry/check-registry.js';
import { discoverEntries, type Discovery } from '../application/registry/discover-entries.js';
import { parseContractId, type ContractId } from '../domain/shared/contract-id.js';
import type { Network } from '../domain/shared/network.js';
import type { Finding } from '../domain/registry/finding.js';
import { withChain } from '../process/chain-access.js';

// Keeps a registry: see docs/reference/registry.md.

program
  .name('registry')
  .description('Compares a registry with the chain, finds entries for it, prints its schema.');

program
  .command('check')
  .description(
    'Compares every entry with the chain. Exits with 1 when one disagrees or cannot be compared, with 0 otherwise.',
  )
  .argument('[file]', 'registry file; without it the one of SLUICE_REGISTRY, or the built-in registry')
  .option('--json', 'print the report as JSON')
  .action((file: string | undefined, { json = false }: { json?: boolean }) =>
    runProgram(() => check(file, json)),
  );

program
  .command('discover')
  .description('Proposes entries for contracts that the registry does not list, as JSON.')
  .argument('[contracts...]', 'contracts to look at; without any, those that implement the vault trait')
  .option(
    '--registry <file>',
    'registry file; without it the one of SLUICE_REGISTRY, or the built-in registry',
  )
  .option('--tokens', 'look at contracts that implement the token trait too')
  .option('--limit <n>', 'the most contracts of each trait, the newest first', count, 100)
  .action((contracts: string[], options: DiscoverOptions) => runProgram(() => discover(contracts, options)));

program
  .command('schema')
  .description('Prints the JSON Schema of registry files.')
  .action(() => print(JSON.stringify(registrySchema(), undefined, 2)));

await program.parseAsync();

interface DiscoverOptions {
  readonly registry?: string;
  readonly tokens?: boolean;
  readonly limit: number;
}

function count(raw: string): number {
  if (/^[1-9]\d{0,5}$/.test(raw)) return Number(raw);
  throw new InvalidArgumentError('It must be a whole number above 0.');
}

async function check(file: string | undefined, json: boolean): Promise<number> {
  const report = await withChain(file, ({ registry, ...chain }) =>
    withProgress((show) =>
      checkRegistry(registry, chain, {
        progress: (done, total) => show(done, total, `${done} of ${total} entries`),
      }),
    ),
  );
  if (json) print(JSON.stringify(report, undefined, 2));
  else printReport(report);
  return report.findings.length === 0 ? 0 : 1;
}

function printReport({ checked, findings }: RegistryReport): void {
  if (findings.length > 0)
    printTable(['', 'list', 'entry', 'field', 'registry', 'chain'], findings.map(rowOf));
  const { routers, tokens, vaults, contracts } = checked;
  const unread = findings.filter(({ kind }) => kind === 'unread').length;
  print(
    `${routers} routers, ${tokens} tokens, ${vaults} vaults and ${contracts} other contracts compared: ` +
      `${findings.length - unread} disagree, ${unread} cannot be compared`,
  );
}

function rowOf({ kind, list, entry, field, registry, chain }: Finding): readonly string[] {
  return [kind === 'unread' ? '?' : '≠', list, entry, field, registry, chain];
}

async function discover(named: readonly string[], options: DiscoverOptions): Promise<number> {
  const { tokens = false, limit } = options;
  const traits = named.length > 0 ? [] : ['vault' as const, ...(tokens ? ['token' as const] : [])];
  const found = await withChain(options.registry, ({ registry, chain, ...ports }) =>
    withProgress(async (show) => {
      const tip = await chain.tip();
      if (!tip.ok) throw new Error(`the chain cannot be reached: ${tip.error.reason}`);
      const discovered = await discoverEntries(
        registry,
        ports,
        { contracts: idsOf(named, registry.network), traits, limit },
        (done, total) => show(done, total, `${done} of ${total} contracts`),
      );
      if (!discovered.ok) throw new Error(`the chain cannot be reached: ${discovered.error.reason}`);
      return proposalsOf(discovered.value, tip.value.height);
    }),
  );
  print(JSON.stringify(found, undefined, 2));
  return 0;
}

function idsOf(named: readonly string[], network: Network): readonly ContractId[] {
  const { sha256 } = new NodeHasher();
  return named.map((raw) => {
    const id = parseContractId(raw, network, sha256);
    if (!id.ok) throw new Error(`${raw} ${id.error.reason}`);
    return id.value;
  });
}

/** Complete entries as a registry file takes them, and apart from them what the operator has to complete. */
function proposalsOf({ seen, tokens, vaults, neither }: Discovery, height: number) {
  const source = `its contract, read at block ${height}`;
  const complete = <T extends { missing: readonly string[]; entry: object }>(proposals: readonly T[]) =>
    proposals.filter(({ missing }) => missing.length === 0).map(({ entry }) => ({ ...entry, source }));
  const incomplete = [...tokens, ...vaults]
    .filter(({ missing }) => missing.length > 0)
    .map(({ entry, ...rest }) => ({ entry: { ...entry, source }, ...rest }));
  return { seen, tokens: complete(tokens), vaults: complete(vaults), incomplete, neither };
}
