import type { Route } from '../../domain/router/best-route.js';
import type { Registry, Token } from '../../domain/market/registry.js';
import { rulesOf } from '../../domain/vault/kinds.js';
import { lowerBound, upperBound, type Slippage } from '../../domain/router/slippage.js';
import { STX, type ContractId } from '../../domain/shared/contract-id.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import { U64_MAX } from '../../domain/shared/units.js';
import type { Unprotectable } from '../../ports/index.js';

/** `stx`, or a fungible token by its contract and the asset's name in it. */
export type Asset = 'stx' | `${ContractId}::${string}`;

/** A bound on what a contract sends during the whole transaction. */
export interface SwapCondition {
  readonly sender: ContractId;
  readonly asset: Asset;
  readonly bound: 'at-most' | 'at-least';
  /** 0 to 2^64 - 1: conditions are 64-bit. */
  readonly amount: bigint;
}

export interface ProtectedSwap {
  readonly route: Route;
  readonly slippage: Slippage;
  readonly registry: Registry;
  /** The multihop contract that carries the route out. */
  readonly router: ContractId;
}

/**
 * The conditions that hold a swap to its quote under deny mode, where an asset that no condition names may not move.
 * The router gives each hop at most what was quoted plus slippage, who pays a hop's output sends at least what was
 * quoted less slippage, and so does the router in the end. Balances of a subnet are no asset, so they need none.
 */
export function swapConditions({
  route,
  slippage,
  registry,
  router,
}: ProtectedSwap): Result<readonly SwapCondition[], Unprotectable> {
  const tokens = new Map(registry.tokens.map((token) => [token.contractId, token]));
  const assetOf = (id: ContractId) => assetOfToken(id, tokens, registry.wstx);
  const bounds: SwapCondition[] = [];
  const bind = (
    sender: ContractId,
    asset: Asset | undefined,
    bound: SwapCondition['bound'],
    amount: bigint,
  ): void => {
    if (asset !== undefined) bounds.push({ sender, asset, bound, amount });
  };

  for (const hop of route.hops) {
    bind(router, assetOf(hop.tokenIn), 'at-most', upperBound(hop.amountIn, slippage));
    const payer = rulesOf(hop.vault).holder(hop.vault);
    bind(payer, assetOf(hop.tokenOut), 'at-least', lowerBound(hop.amountOut, slippage));
  }
  const final = assetOf(route.hops.at(-1)!.tokenOut);
  bind(router, final, 'at-least', lowerBound(route.amountOut, slippage));
  // Where the router also put the final asset into a hop (STX on the way to its wrapper), the chain counts both
  // against either bound, so each has to allow for both.
  for (const hop of route.hops.filter(({ tokenIn }) => assetOf(tokenIn) === final)) {
    bind(router, final, 'at-most', upperBound(route.amountOut, slippage));
    bind(router, final, 'at-least', lowerBound(hop.amountIn, slippage));
  }
  return fitted(merged(bounds));
}

/** Undefined for a subnet copy. Throws for a token that the registry does not have: the route is of another one. */
function assetOfToken(
  id: ContractId,
  tokens: ReadonlyMap<ContractId, Token>,
  wstx: ContractId,
): Asset | undefined {
  if (id === STX || id === wstx) return 'stx';
  const token = tokens.get(id);
  if (token === undefined) throw new Error(`the registry has no token ${id}`);
  return token.type === 'SUBNET' ? undefined : `${id}::${token.identifier}`;
}

/** One condition for each sender, asset and direction: the chain checks every condition against all that was sent. */
function merged(bounds: readonly SwapCondition[]): readonly SwapCondition[] {
  const sums = new Map<string, SwapCondition>();
  for (const condition of bounds) {
    const { sender, asset, bound, amount } = condition;
    const key = `${sender} ${asset} ${bound}`;
    sums.set(key, { ...condition, amount: amount + (sums.get(key)?.amount ?? 0n) });
  }
  return [...sums.values()];
}

/** A lower bound that does not fit is cut, which weakens it; an upper bound that does not fit would break the swap. */
function fitted(conditions: readonly SwapCondition[]): Result<readonly SwapCondition[], Unprotectable> {
  if (conditions.some(({ bound, amount }) => bound === 'at-most' && amount > U64_MAX)) {
    return err({ kind: 'swap-unprotectable' });
  }
  return ok(
    conditions.map((condition) =>
      condition.amount > U64_MAX ? { ...condition, amount: U64_MAX } : condition,
    ),
  );
}
