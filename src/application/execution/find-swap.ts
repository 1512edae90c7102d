import type { OrderTerms } from '../../domain/order/order.js';
import { quoteRoute, type NoRoute } from '../../domain/router/quote.js';
import type { Slippage } from '../../domain/router/slippage.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Units } from '../../domain/shared/units.js';
import type { ChainUnreachable, Clock, LiquiditySource, SwapPlan } from '../../ports/index.js';
import type { MarketReader } from '../market/market.js';
import { checkRoute } from './check-route.js';

export interface BelowMinimum {
  readonly kind: 'below-minimum';
  readonly amountOut: Units;
  readonly minAmountOut: Units;
}

export type FindSwapError = NoRoute | BelowMinimum | ChainUnreachable;

interface FindSwapNeeds {
  readonly clock: Clock;
  readonly liquidity: LiquiditySource;
  readonly market: MarketReader;
  readonly slippage: Slippage;
  readonly reservesMaxAgeMs: number;
}

/**
 * The best swap for an order right now. The route comes from recent reserves; those of its own vaults are then read
 * anew and the route is sought again, until it stands on fresh reserves only. Then the vaults themselves are asked for
 * quotes, and those count. A vault that does not stand by its reserves, read twice as a block may lie between reading
 * and asking, is quarantined, and the route is sought without it. Each round refreshes or removes a vault, so it ends.
 */
export async function findSwap(
  terms: OrderTerms,
  { clock, liquidity, market, slippage, reservesMaxAgeMs }: FindSwapNeeds,
): Promise<Result<SwapPlan, FindSwapError>> {
  const request = { tokenIn: terms.inputToken, tokenOut: terms.outputToken, amountIn: terms.amountIn };
  const fresh = new Set<ContractId>();
  const doubted = new Set<ContractId>();
  let current = await market.read(reservesMaxAgeMs);
  for (;;) {
    if (!current.ok) return current;
    const { registry, router, tokens } = current.value;
    const quote = quoteRoute(request, { router, tokens, now: clock.now() });
    if (!quote.ok) return quote;
    const { route } = quote.value;
    const old = route.hops.map(({ vault }) => vault).filter(({ contractId }) => !fresh.has(contractId));
    if (old.length > 0) {
      current = await market.refresh(current.value, old);
      old.forEach(({ contractId }) => fresh.add(contractId));
      continue;
    }
    const checked = await checkRoute(liquidity, route);
    if (!checked.ok) return checked;
    if (checked.value.kind === 'holds') {
      return checkMinimum({ terms, route: checked.value.route, slippage, registry });
    }
    const { vault, failure } = checked.value;
    if (failure.kind === 'no-quote' || doubted.has(vault)) {
      market.quarantine(vault, failure);
      current = await market.read(reservesMaxAgeMs);
    }
    doubted.add(vault);
    fresh.delete(vault);
  }
}

function checkMinimum(plan: SwapPlan): Result<SwapPlan, BelowMinimum> {
  const { amountOut } = plan.route;
  const { minAmountOut } = plan.terms;
  return minAmountOut !== undefined && amountOut < minAmountOut
    ? err({ kind: 'below-minimum', amountOut, minAmountOut })
    : ok(plan);
}
