import type { Route, RouteHop } from '../../domain/router/best-route.js';
import { disagrees, type QuoteFailure } from '../../domain/market/quarantine.js';
import { quoteHop } from '../../domain/vault/kinds.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { ok, type Result } from '../../domain/shared/result.js';
import { toUnits } from '../../domain/shared/units.js';
import type { ChainUnreachable, LiquiditySource } from '../../ports/index.js';

/** The route in the amounts that its vaults themselves quote, or the first vault that does not stand by its reserves. */
export type CheckedRoute =
  | { readonly kind: 'holds'; readonly route: Route }
  | { readonly kind: 'fails'; readonly vault: ContractId; readonly failure: QuoteFailure };

/**
 * Asks every vault of the route for a quote of exactly what it would be given. All are asked at once; a vault whose
 * input turns out to be another, as the one before it quoted a little more or less, is asked again.
 */
export async function checkRoute(
  liquidity: LiquiditySource,
  route: Route,
): Promise<Result<CheckedRoute, ChainUnreachable>> {
  const answers = await liquidity.quoteHops(route.hops);
  if (!answers.ok) return answers;
  const hops: RouteHop[] = [];
  let amountIn = route.amountIn;
  for (const [n, computed] of route.hops.entries()) {
    const { vault, opcode, reserves } = computed;
    const asComputed = amountIn === computed.amountIn;
    const asked = asComputed ? answers : await liquidity.quoteHops([{ vault, opcode, amountIn }]);
    if (!asked.ok) return asked;
    const answer = asked.value[asComputed ? n : 0];
    const fails = (failure: QuoteFailure) => ok({ kind: 'fails' as const, vault: vault.contractId, failure });
    if (answer === undefined) return fails({ kind: 'no-quote' });
    const expected = asComputed ? computed.amountOut : quoteHop(vault, reserves, opcode, amountIn).dy;
    if (disagrees(expected, answer.dy)) {
      return fails({ kind: 'quote-disagrees', expected, answered: answer.dy });
    }
    const amountOut = toUnits(answer.dy);
    hops.push({ ...computed, amountIn, dx: toUnits(answer.dx), amountOut });
    amountIn = amountOut;
  }
  return ok({ kind: 'holds', route: { hops, amountIn: route.amountIn, amountOut: amountIn } });
}
