import { STX, type ContractId } from '../shared/contract-id.js';
import type { AssetId } from '../vault/vault.js';
import type { Registry } from './registry.js';

/** Asset in post-conditions: `stx`, or a fungible token as `contract::asset-name`. */
export type Asset = 'stx' | AssetId;

/** A token's asset; undefined for a subnet copy, which is a balance inside its contract rather than an asset. */
export type AssetOf = (token: ContractId) => Asset | undefined;

const known = new WeakMap<object, AssetOf>();

/** The assets of the registry's tokens. The returned function throws for an unlisted token, which belongs to another registry. */
export function assetsOf(registry: Pick<Registry, 'tokens' | 'wstx'>): AssetOf {
  const before = known.get(registry);
  if (before !== undefined) return before;
  const tokens = new Map(registry.tokens.map((token) => [token.contractId, token]));
  const assetOf: AssetOf = (id) => {
    if (id === STX || id === registry.wstx) return 'stx';
    const token = tokens.get(id);
    if (token === undefined) throw new Error(`the registry has no token ${id}`);
    return token.type === 'SUBNET' ? undefined : `${id}::${token.identifier}`;
  };
  known.set(registry, assetOf);
  return assetOf;
}
