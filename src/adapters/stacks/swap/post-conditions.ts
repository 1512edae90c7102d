import { rulesOf } from '../../../domain/vault/kinds.js';
import { assetsOf, type Asset } from '../../../domain/market/assets.js';
import { hasOwnBound, type OwnBounds } from '../../../domain/order/evaluation/own-bounds.js';
import { payoutAsset } from '../../../domain/router/payout.js';
import { sideTransfers } from '../../../domain/vault/side-transfers.js';
import { lowerBound, upperBound } from '../../../domain/router/slippage.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import { U64_MAX } from '../../../domain/shared/units.js';
import type { SwapPlan, Unprotectable } from '../../../ports/index.js';

/** A bound on how much of an asset a contract sends during the whole transaction. */
export interface SwapCondition {
  readonly sender: ContractId;
  readonly asset: Asset;
  readonly bound: 'at-most' | 'at-least';
  /** Smallest units, 0 to 2^64 - 1: post-conditions are 64-bit. */
  readonly amount: bigint;
}

export interface ProtectedSwap extends Pick<SwapPlan, 'route' | 'slippage' | 'registry'> {
  readonly terms: OwnBounds;
  /** The multihop contract that executes the route. */
  readonly router: ContractId;
}

/**
 * Returns the post-conditions that hold a swap to its quote. Deny mode forbids moving an asset that no condition names. The router
 * sends each hop at most the quoted input plus slippage; the contract that pays a hop's output sends at least the quoted output
 * less slippage. Other movements that a kind of vault makes (a forwarded fee, a wrapped STX) are named as well. Subnet balances
 * are not assets and have no condition.
 *
 * At the end the router sends at least the quoted output less slippage, and never less than the owner's minimum: to the recipient
 * or, if the output is a subnet copy, into the sublink that pays it 1:1.
 *
 * Fails with `swap-unprotectable` if an upper bound exceeds 64 bits, or if the owner has set a bound that no condition can
 * express.
 */
export function swapConditions(swap: ProtectedSwap): Result<readonly SwapCondition[], Unprotectable> {
  const { route, slippage, registry, router, terms } = swap;
  const assetOf = assetsOf(registry);
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

  /** Returns the maximum of the asset that a contract pays for the hops of the route. The chain counts it against the contract's bound. */
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
  const payout = payoutAsset(route, assetOf);
  const least = leastPaid({ terms, route, slippage });
  if (hasOwnBound(terms) && (payout === undefined || least > U64_MAX))
    return err({ kind: 'swap-unprotectable' });
  bindAsset(router, payout ?? assetOf(final), 'at-least', least);
  // If the router also sends the final asset into a hop (STX into its wrapper), the chain counts both transfers against either
  // bound, so each bound allows for both.
  for (const hop of route.hops.filter(({ tokenIn }) => assetOf(tokenIn) === assetOf(final))) {
    bind(router, final, 'at-most', upperBound(route.amountOut, slippage));
    bind(router, final, 'at-least', lowerBound(hop.amountIn, slippage));
  }
  return fitted(merged(bounds));
}

/** The least output for which the chain executes the swap, in smallest units: its quote less slippage, or the order's minimum. */
export const leastPaid = ({
  terms,
  route,
  slippage,
}: Pick<ProtectedSwap, 'terms' | 'route' | 'slippage'>): bigint =>
  larger(lowerBound(route.amountOut, slippage), terms.minAmountOut ?? 0n);

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Adds up bounds with the same sender, asset and direction: the chain checks each condition against all transfers. */
function merged(bounds: readonly SwapCondition[]): readonly SwapCondition[] {
  const sums = new Map<string, SwapCondition>();
  for (const condition of bounds) {
    const { sender, asset, bound, amount } = condition;
    const key = `${sender} ${asset} ${bound}`;
    sums.set(key, { ...condition, amount: amount + (sums.get(key)?.amount ?? 0n) });
  }
  return [...sums.values()];
}

/** Caps a lower bound at 64 bits, which weakens it. A capped upper bound would make the swap fail, so a larger one is an error. */
function fitted(conditions: readonly SwapCondition[]): Result<readonly SwapCondition[], Unprotectable> {
  if (conditions.some(({ bound, amount }) => bound === 'at-most' && amount > U64_MAX)) {
    return err({ kind: 'swap-unprotectable' });
  }
  return ok(conditions.map((bound) => (bound.amount > U64_MAX ? { ...bound, amount: U64_MAX } : bound)));
}
