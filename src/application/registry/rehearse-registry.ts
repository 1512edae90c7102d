import type { Registry } from '../../domain/market/registry.js';
import { inOneEach, type Finding } from '../../domain/registry/finding.js';
import type { LiquiditySource, TrialChain } from '../../ports/index.js';
import { checkRegistry, type CheckNeeds, type CheckOptions, type RegistryReport } from './check-registry.js';
import { rehearseRouter, type Payment } from './rehearse-router.js';
import { rehearseVault } from './rehearse-vault.js';

interface Needs extends CheckNeeds {
  readonly trials: TrialChain;
  /** Liquidity at the height from which the trials start. */
  readonly liquidity: LiquiditySource;
}

/**
 * Compares a registry with the chain, and then swaps a small amount through every router and, in both directions, through every
 * vault. Each swap is an order as the executor sends it. A swap that fails, that pays something other than the registry's facts
 * imply, or that cannot be tried becomes a finding.
 */
export async function rehearseRegistry(
  registry: Registry,
  needs: Needs,
  { progress, ...options }: CheckOptions = {},
): Promise<RegistryReport> {
  const { routers, vaults } = registry;
  const swaps = routers.length + vaults.length;
  const report = await checkRegistry(registry, needs, {
    ...options,
    progress: (compared, entries) => progress?.(compared, entries + swaps),
  });
  const entries = Object.values(report.checked).reduce((sum, count) => sum + count, 0);
  const findings: Finding[] = [...report.findings];
  const payments: Payment[] = [];
  let done = entries;
  const note = (found: readonly Finding[]) => {
    findings.push(...found);
    progress?.((done += 1), entries + swaps);
  };
  for (const router of routers) {
    const { taken, findings: found } = await rehearseRouter(router, registry, needs.trials);
    payments.push(...taken);
    note(found);
  }
  for (const vault of vaults) note(await rehearseVault(vault, registry, needs, payments));
  return { ...report, swaps, findings: inOneEach(findings) };
}
