import type { OrderTerms } from '../../domain/order/order.js';
import { quoteRoute, type NoRoute } from '../../domain/router/quote.js';
import type { Slippage } from '../../domain/router/slippage.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Units } from '../../domain/shared/units.js';
import type { ChainUnreachable, Clock, SwapPlan } from '../../ports/index.js';
import type { MarketReader } from '../quotes/market.js';

export interface BelowMinimum {
  readonly kind: 'below-minimum';
  readonly amountOut: Units;
  readonly minAmountOut: Units;
}

export type FindSwapError = NoRoute | BelowMinimum | ChainUnreachable;

interface FindSwapNeeds {
  readonly clock: Clock;
  readonly market: MarketReader;
  readonly slippage: Slippage;
  readonly reservesMaxAgeMs: number;
}

/**
 * The best swap for an order right now. The route comes from recent reserves; those of its own vaults are then read
 * anew and the route is sought again, until it stands on fresh reserves only. Each round refreshes one vault or more,
 * so it ends.
 */
export async function findSwap(
  terms: OrderTerms,
  { clock, market, slippage, reservesMaxAgeMs }: FindSwapNeeds,
): Promise<Result<SwapPlan, FindSwapError>> {
  const current = await market.read(reservesMaxAgeMs);
  if (!current.ok) return current;
  const { registry, router, tokens } = current.value;
  const request = { tokenIn: terms.inputToken, tokenOut: terms.outputToken, amountIn: terms.amountIn };
  const fresh = new Set<ContractId>();
  for (;;) {
    const quote = quoteRoute(request, { router, tokens, now: clock.now() });
    if (!quote.ok) return quote;
    const { route } = quote.value;
    const old = route.hops.map(({ vault }) => vault).filter(({ contractId }) => !fresh.has(contractId));
    if (old.length === 0) return checkMinimum({ terms, route, slippage, registry });
    const refreshed = await market.refresh(current.value, old);
    if (!refreshed.ok) return refreshed;
    old.forEach(({ contractId }) => fresh.add(contractId));
  }
}

function checkMinimum(plan: SwapPlan): Result<SwapPlan, BelowMinimum> {
  const { amountOut } = plan.route;
  const { minAmountOut } = plan.terms;
  return minAmountOut !== undefined && amountOut < minAmountOut
    ? err({ kind: 'below-minimum', amountOut, minAmountOut })
    : ok(plan);
}
