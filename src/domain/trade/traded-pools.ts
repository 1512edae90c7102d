import type { Registry } from '../market/registry.js';
import { STX, type ContractId } from '../shared/contract-id.js';
import { rulesOf } from '../vault/kinds.js';
import { contractOfAsset, type AssetId, type Vault } from '../vault/vault.js';

/** The vaults whose funds one contract holds. */
export interface TradedPool {
  readonly holder: ContractId;
  /** In the registry's order. */
  readonly vaults: readonly Vault[];
  /** The exchange's wrapped STX, which its pools move in place of STX. */
  readonly wrappers: ReadonlySet<AssetId>;
}

/** Facts by which trades are recognised: the contracts that hold the funds of vaults, and the tokens that they exchange. */
export interface TradedPools {
  readonly pools: readonly TradedPool[];
  /** The listed token that the asset is; undefined for every other asset, such as the shares of a pool. */
  readonly tokenOf: (asset: AssetId | ContractId) => ContractId | undefined;
}

const known = new WeakMap<object, TradedPools>();

/**
 * Returns the pools of the registry's vaults. A bridge between a token and its subnet copy is left out: it converts 1:1, and nothing is
 * traded at a price.
 */
export function tradedPools(registry: Pick<Registry, 'tokens' | 'vaults' | 'wstx'>): TradedPools {
  const before = known.get(registry);
  if (before !== undefined) return before;
  const byHolder = new Map<ContractId, Vault[]>();
  for (const vault of registry.vaults) {
    if (rulesOf(vault).isEven || vault.tokenA === vault.tokenB) continue;
    const holder = rulesOf(vault).holder(vault);
    byHolder.set(holder, [...(byHolder.get(holder) ?? []), vault]);
  }
  const pools = [...byHolder].map(([holder, vaults]) => ({
    holder,
    vaults,
    wrappers: new Set(vaults.flatMap(({ stxWrapper }) => stxWrapper ?? [])),
  }));
  const tokens = new Set(registry.tokens.map(({ contractId }) => contractId));
  const tokenOf = (asset: AssetId | ContractId) => {
    const contract = contractOfAsset(asset);
    if (contract === STX || contract === registry.wstx) return STX;
    return tokens.has(contract) ? contract : undefined;
  };
  const traded = { pools, tokenOf };
  known.set(registry, traded);
  return traded;
}
