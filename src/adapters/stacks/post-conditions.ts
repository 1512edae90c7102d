import { rulesOf } from '../../domain/vault/kinds.js';
import { sideTransfers } from '../../domain/vault/side-transfers.js';
import type { AssetId } from '../../domain/vault/vault.js';
import { lowerBound, upperBound } from '../../domain/router/slippage.js';
import { STX, type ContractId } from '../../domain/shared/contract-id.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import { U64_MAX } from '../../domain/shared/units.js';
import type { SwapPlan, Unprotectable } from '../../ports/index.js';

/** `stx`, or a fungible token as `contract::asset-name`. */
export type Asset = 'stx' | AssetId;

/** A bound on what a contract sends of an asset during the whole transaction. */
export interface SwapCondition {
  readonly sender: ContractId;
  readonly asset: Asset;
  readonly bound: 'at-most' | 'at-least';
  /** Smallest units, 0 to 2^64 - 1: post-conditions are 64-bit. */
  readonly amount: bigint;
}

export interface ProtectedSwap extends Pick<SwapPlan, 'route' | 'slippage' | 'registry'> {
  /** The multihop contract that executes the route. */
  readonly router: ContractId;
}

/**
 * The post-conditions that hold a swap to its quote. Deny mode forbids moving an asset that no condition names. The router
 * sends each hop at most the quoted input plus slippage; the contract that pays a hop's output sends at least the quoted
 * output less slippage, and so does the router at the end. What a kind of vault moves besides (a fee that is sent on, a
 * wrapped STX) is named as well. Subnet balances are not assets and need no condition.
 * `swap-unprotectable` when an upper bound exceeds 64 bits.
 */
export function swapConditions(swap: ProtectedSwap): Result<readonly SwapCondition[], Unprotectable> {
  const { route, slippage, registry, router } = swap;
  const tokens = new Map(registry.tokens.map((token) => [token.contractId, token]));
  /** Undefined for a subnet copy. Throws for an unlisted token: the route then belongs to another registry. */
  const assetOf = (id: ContractId): Asset | undefined => {
    if (id === STX || id === registry.wstx) return 'stx';
    const token = tokens.get(id);
    if (token === undefined) throw new Error(`the registry has no token ${id}`);
    return token.type === 'SUBNET' ? undefined : `${id}::${token.identifier}`;
  };
  const bounds: SwapCondition[] = [];
  const bindAsset = (
    sender: ContractId,
    asset: Asset | undefined,
    bound: SwapCondition['bound'],
    amount: bigint,
  ) => {
    if (asset !== undefined) bounds.push({ sender, asset, bound, amount });
  };
  const bind = (sender: ContractId, token: ContractId, bound: SwapCondition['bound'], amount: bigint) =>
    bindAsset(sender, assetOf(token), bound, amount);

  /** What a contract pays out of the asset for the hops of the route, at most: the chain counts that against its bound. */
  const mostPaid = (payer: ContractId, asset: Asset | undefined): bigint =>
    route.hops
      .filter(({ vault, tokenOut }) => rulesOf(vault).holder(vault) === payer && assetOf(tokenOut) === asset)
      .reduce((sum, { amountOut }) => sum + upperBound(amountOut, slippage), 0n);

  for (const hop of route.hops) {
    const mostIn = upperBound(hop.amountIn, slippage);
    const leastOut = lowerBound(hop.amountOut, slippage);
    bind(router, hop.tokenIn, 'at-most', mostIn);
    const payer = rulesOf(hop.vault).holder(hop.vault);
    bind(payer, hop.tokenOut, 'at-least', leastOut);
    const limits = { mostIn, leastOut, mostOut: upperBound(hop.amountOut, slippage) };
    for (const { sender, moved, bound, amount } of sideTransfers(hop, limits)) {
      const asset = moved.kind === 'token' ? assetOf(moved.token) : moved.asset;
      if (sender === 'router') bindAsset(router, asset, bound, amount);
      else bindAsset(payer, asset, bound, bound === 'at-most' ? amount + mostPaid(payer, asset) : amount);
    }
  }
  const final = route.hops.at(-1)!.tokenOut;
  bind(router, final, 'at-least', lowerBound(route.amountOut, slippage));
  // Where the router also sends the final asset into a hop (STX into its wrapper), the chain counts both transfers
  // against either bound, so each bound allows for both.
  for (const hop of route.hops.filter(({ tokenIn }) => assetOf(tokenIn) === assetOf(final))) {
    bind(router, final, 'at-most', upperBound(route.amountOut, slippage));
    bind(router, final, 'at-least', lowerBound(hop.amountIn, slippage));
  }
  return fitted(merged(bounds));
}

/** Adds up bounds of the same sender, asset and direction: the chain checks each condition against all transfers. */
function merged(bounds: readonly SwapCondition[]): readonly SwapCondition[] {
  const sums = new Map<string, SwapCondition>();
  for (const condition of bounds) {
    const { sender, asset, bound, amount } = condition;
    const key = `${sender} ${asset} ${bound}`;
    sums.set(key, { ...condition, amount: amount + (sums.get(key)?.amount ?? 0n) });
  }
  return [...sums.values()];
}

/** Caps a lower bound at 64 bits, which weakens it. Capping an upper bound would make the swap fail, so that is an error. */
function fitted(conditions: readonly SwapCondition[]): Result<readonly SwapCondition[], Unprotectable> {
  if (conditions.some(({ bound, amount }) => bound === 'at-most' && amount > U64_MAX)) {
    return err({ kind: 'swap-unprotectable' });
  }
  return ok(conditions.map((bound) => (bound.amount > U64_MAX ? { ...bound, amount: U64_MAX } : bound)));
}
