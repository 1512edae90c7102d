import { NodeHasher } from '../../../adapters/system/index.js';
import { withProgress } from '../../../adapters/terminal/index.js';
import { discoverEntries, type Discovery } from '../../../application/registry/discover-entries.js';
import { parseContractId, type ContractId } from '../../../domain/shared/contract-id.js';
import type { Network } from '../../../domain/shared/network.js';
import { withChain } from '../../server/chain-access.js';
import { printJson } from '../result.js';

export interface DiscoverOptions {
  readonly registry?: string;
  readonly tokens?: boolean;
  readonly limit: number;
}

/** Proposes registry entries: see docs/reference/registry.md. */
export async function discover(named: readonly string[], options: DiscoverOptions): Promise<number> {
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
  return printJson(found);
}

function idsOf(named: readonly string[], network: Network): readonly ContractId[] {
  const { sha256 } = new NodeHasher();
  return named.map((raw) => {
    const id = parseContractId(raw, network, sha256);
    if (!id.ok) throw new Error(`${raw} ${id.error.reason}`);
    return id.value;
  });
}

/** Complete entries in the form of a registry file and, separately, entries that the operator must complete. */
function proposalsOf({ seen, tokens, vaults, safety, neither }: Discovery, height: number) {
  const source = `its contract, read at block ${height}`;
  const complete = <T extends { missing: readonly string[]; entry: object }>(proposals: readonly T[]) =>
    proposals.filter(({ missing }) => missing.length === 0).map(({ entry }) => ({ ...entry, source }));
  const incomplete = [...tokens, ...vaults]
    .filter(({ missing }) => missing.length > 0)
    .map(({ entry, ...rest }) => ({ entry: { ...entry, source }, ...rest }));
  return {
    seen,
    tokens: complete(tokens),
    vaults: complete(vaults),
    incomplete,
    safety: Object.fromEntries(safety),
    neither,
  };
}
