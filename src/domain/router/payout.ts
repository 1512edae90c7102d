import type { Asset, AssetOf } from '../market/assets.js';
import type { Registry } from '../market/registry.js';
import type { ContractId } from '../shared/contract-id.js';
import { U64_MAX } from '../shared/units.js';
import { rulesOf } from '../vault/kinds.js';
import type { Route, RouteHop } from './best-route.js';

/**
 * The asset whose transfer by the router equals the route's payment, so a post-condition on it holds the swap to a minimum: the
 * output itself or, if the output is a subnet copy that a sublink pays, the token that goes into the sublink. Undefined if no
 * transfer equals the payment: a vault other than a sublink pays a subnet copy, whose balance moves inside the copy's contract; or
 * the router sends the asset more than once, and the chain adds up the transfers.
 */
export function payoutAsset({ hops }: Pick<Route, 'hops'>, assetOf: AssetOf): Asset | undefined {
  const last = hops.at(-1);
  if (last === undefined) return undefined;
  const output = assetOf(last.tokenOut);
  const asset = output ?? (rulesOf(last.vault).isEven ? assetOf(last.tokenIn) : undefined);
  if (asset === undefined) return undefined;
  const isSpent = ({ vault, tokenIn }: RouteHop) => assetOf(tokenIn) === asset || vault.stxWrapper === asset;
  const transfers = hops.filter(isSpent).length + (output === undefined ? 0 : 1);
  return transfers === 1 ? asset : undefined;
}

/** Whether post-conditions, which are 64-bit, can hold the route to its output. */
export const isProtected = (route: Route, assetOf: AssetOf): boolean =>
  route.amountOut <= U64_MAX && payoutAsset(route, assetOf) !== undefined;

const known = new WeakMap<object, ReadonlyMap<ContractId, ReadonlySet<ContractId>>>();

/**
 * By subnet copy, the vaults that pay it without a transfer that a post-condition could bind. A route to any other token ends
 * with a transfer of that token. A token without such a vault is absent.
 */
export function unboundPayers(
  registry: Pick<Registry, 'tokens' | 'vaults'>,
): ReadonlyMap<ContractId, ReadonlySet<ContractId>> {
  const before = known.get(registry);
  if (before !== undefined) return before;
  const copies = new Set(registry.tokens.flatMap(({ type, contractId }) => (type ? [contractId] : [])));
  const payers = new Map<ContractId, Set<ContractId>>();
  for (const vault of registry.vaults) {
    if (rulesOf(vault).isEven) continue;
    for (const token of [vault.tokenA, vault.tokenB]) {
      if (!copies.has(token)) continue;
      const others = payers.get(token);
      if (others === undefined) payers.set(token, new Set([vault.contractId]));
      else others.add(vault.contractId);
    }
  }
  known.set(registry, payers);
  return payers;
}
