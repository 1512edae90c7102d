import { print, printTable, withProgress } from '../../../adapters/terminal/index.js';
import { checkRegistry, type RegistryReport } from '../../../application/registry/check-registry.js';
import type { Finding } from '../../../domain/registry/finding.js';
import { rehearseRegistry } from '../../../application/registry/rehearse-registry.js';
import { withChain } from '../../server/chain-access.js';
import { withTrials } from '../../server/trial-access.js';
import { printJson, type JsonOption } from '../result.js';

export interface CheckRegistryOptions extends JsonOption {
  /** Whether to try small swaps on a fork as well. */
  readonly swap?: boolean;
}

/** Compares a registry with the chain: see docs/reference/registry.md. */
export async function checkRegistryFile(
  file: string | undefined,
  { json, swap }: CheckRegistryOptions,
): Promise<number> {
  const report = await withProgress((show) => {
    const options = {
      progress: (done: number, total: number) => show(done, total, `${done} of ${total} entries`),
    };
    return swap === true
      ? withTrials(file, ({ registry, ...chain }) => rehearseRegistry(registry, chain, options))
      : withChain(file, ({ registry, ...chain }) => checkRegistry(registry, chain, options));
  });
  if (json === true) printJson(report);
  else printReport(report);
  return report.findings.length === 0 ? 0 : 1;
}

function printReport({ checked, swaps, findings }: RegistryReport): void {
  if (findings.length > 0)
    printTable(['', 'list', 'entry', 'field', 'registry', 'chain'], findings.map(rowOf));
  const { routers, tokens, vaults, contracts } = checked;
  const unread = findings.filter(({ kind }) => kind === 'unread').length;
  print(
    `${routers} routers, ${tokens} tokens, ${vaults} vaults and ${contracts} other contracts compared: ` +
      `${findings.length - unread} disagree, ${unread} cannot be compared${swaps === undefined ? '' : `; swaps tried through ${swaps} routers and vaults`}`,
  );
}

function rowOf({ kind, list, entry, field, registry, chain }: Finding): readonly string[] {
  return [kind === 'unread' ? '?' : '≠', list, entry, field, registry, chain];
}
