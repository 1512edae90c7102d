import type { Registry, Token } from '../market/registry.js';
import { Router } from '../router/best-route.js';
import type { ContractId } from '../shared/contract-id.js';
import { isRoutable, rulesOf } from '../vault/kinds.js';
import type { Reserves, Vault } from '../vault/vault.js';

/** Reasons why a run gives a token no price, in the order in which they are checked; the first that applies counts. */
export const UNPRICED_REASONS = [
  'no-vault',
  'vaults-not-routed',
  'no-route',
  'vaults-silent',
  'unsellable',
  'insufficient-liquidity',
] as const;

/**
 * `no-vault`: no vault of the registry holds the token; `vaults-not-routed`: the router trades through none of the vaults that
 * hold it; `no-route`: no path of at most four hops connects it with sBTC; `vaults-silent`: on each such path, or in part of the
 * token's own market, a vault gave no reserves or no quote, for example because it does not exist; `unsellable`: the bought amount
 * sells for nothing; `insufficient-liquidity`: 1,000 dollars of sBTC do not buy a unit, or the amounts exceed the contracts'
 * 128-bit maths.
 */
export type UnpricedReason = (typeof UNPRICED_REASONS)[number];

/** Data in which a run looked for prices. */
interface Searched {
  readonly registry: Pick<Registry, 'vaults' | 'sbtc'>;
  readonly router: Router;
  readonly reserves: ReadonlyMap<ContractId, Reserves>;
  /** Tokens that were bought but could not be sold. */
  readonly unsold: ReadonlySet<ContractId>;
}

/** Makes a function that returns the reason why a run gives a token no price. Not for subnet copies. */
export function makeWhyUnpriced({ registry, router, reserves, unsold }: Searched) {
  const { vaults, sbtc } = registry;
  const held = tokensOf(vaults);
  const routed = tokensOf(vaults.filter(isRoutable));
  const responding = vaults.filter((vault) => responds(vault, reserves.get(vault.contractId)));
  const silent = tokensOf(vaults.filter((vault) => isRoutable(vault) && !responding.includes(vault)));
  let reached: Router | undefined;
  const isReached = (token: ContractId): boolean => {
    reached ??= new Router(responding);
    return reached.connects(sbtc, token);
  };
  return (token: ContractId): UnpricedReason => {
    if (!held.has(token)) return 'no-vault';
    if (!routed.has(token)) return 'vaults-not-routed';
    if (!router.connects(sbtc, token)) return 'no-route';
    if (!isReached(token)) return 'vaults-silent';
    if (unsold.has(token)) return 'unsellable';
    return silent.has(token) ? 'vaults-silent' : 'insufficient-liquidity';
  };
}

const tokensOf = (vaults: readonly Vault[]): ReadonlySet<ContractId> =>
  new Set(vaults.flatMap(({ tokenA, tokenB }) => [tokenA, tokenB]));

/**
 * Whether a reading of the vault reveals its output: from the reserves or, if only the contract can quote, from a quote. A bridge
 * needs neither.
 */
function responds(vault: Vault, reading: Reserves | undefined): boolean {
  const { hasReserves, isQuoted } = rulesOf(vault);
  const { aToB = [], bToA = [] } = reading?.probes ?? {};
  if (isQuoted) return [...aToB, ...bToA].some(({ amountOut }) => amountOut > 0n);
  return !hasReserves || reading !== undefined;
}

/** A registered token without a price in the newest run. */
export interface UnpricedToken {
  readonly token: Token;
  /** `not-in-run`: the run does not say, because the token was registered after it, or because the run was imported. */
  readonly reason: UnpricedReason | 'not-in-run';
}

/** The tokens of the registry without a price in the run, in the order of the registry. */
export function unpricedTokens(
  tokens: readonly Token[],
  priced: ReadonlySet<ContractId>,
  reasons: ReadonlyMap<ContractId, UnpricedReason> = new Map(),
): readonly UnpricedToken[] {
  return tokens
    .filter(({ contractId }) => !priced.has(contractId))
    .map((token) => ({ token, reason: reasons.get(token.contractId) ?? 'not-in-run' }));
}

/** Counts the tokens for each reason, most frequent reason first. */
export function countReasons<R extends string>(
  reasons: Iterable<R>,
): readonly { readonly reason: R; readonly tokens: number }[] {
  const counts = new Map<R, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .map(([reason, tokens]) => ({ reason, tokens }))
    .sort((a, b) => b.tokens - a.tokens || (a.reason < b.reason ? -1 : 1));
}
