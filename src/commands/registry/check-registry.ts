import { print, printTable, withProgress } from '../../adapters/terminal/index.js';
import { checkRegistry, type RegistryReport } from '../../application/registry/check-registry.js';
import type { Finding } from '../../domain/registry/finding.js';
import { withChain } from '../../process/chain-access.js';
import { printJson, type JsonOption } from '../result.js';

/** Compares a registry with the chain: see docs/reference/registry.md. */
export async function checkRegistryFile(file: string | undefined, { json }: JsonOption): Promise<number> {
  const report = await withChain(file, ({ registry, ...chain }) =>
    withProgress((show) =>
      checkRegistry(registry, chain, {
        progress: (done, total) => show(done, total, `${done} of ${total} entries`),
      }),
    ),
  );
  if (json === true) printJson(report);
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
