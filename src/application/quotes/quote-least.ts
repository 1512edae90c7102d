import { assetsOf } from '../../domain/market/assets.js';
import { unboundPayers } from '../../domain/router/payout.js';
import { quoteRoute, type NoRoute, type QuoteRequest, type RouteQuote } from '../../domain/router/quote.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import { toUnits, U128_MAX, type Units } from '../../domain/shared/units.js';
import { ceilDivide } from '../../domain/vault/pool.js';
import type { ChainUnreachable } from '../../ports/index.js';
import type { Market } from '../market/market.js';
import { quoteLive, UNQUOTED, type QuoteNeeds } from './quote-live.js';

/** Output to get, in place of an input to give. */
export interface LeastRequest extends Omit<QuoteRequest, 'amountIn'> {
  /** Smallest units of tokenOut, 1 or more. */
  readonly amountOut: Units;
}

/** Quote of the input that gives a wanted output. */
export interface LeastQuote extends RouteQuote {
  /** Whether less input is not enough, by what the vaults show and have quoted. */
  readonly isLeast: boolean;
}

/** An input that was quoted, with its output. */
interface Tried {
  readonly amountIn: bigint;
  readonly amountOut: bigint;
}

/** Maximum number of inputs that are quoted, each after what the vaults said to the ones before. */
const MAX_TRIES = 5;

/**
 * Finds the least input for which a swap gives at least `amountOut`, with the best route for it.
 *
 * The least input by the bounds of the vaults is quoted like any other. Vaults that only their contracts can quote may then give less
 * than their bounds; each answer tightens them, and the search repeats. An input that is enough is the least if it follows from the
 * bounds. As in `quoteLive`, routes that post-conditions can bind rank before all others.
 */
export async function quoteLeast(
  { amountOut, ...request }: LeastRequest,
  market: Market,
  needs: QuoteNeeds,
): Promise<Result<LeastQuote, NoRoute | ChainUnreachable>> {
  const { tokenIn, tokenOut } = request;
  const { router } = market;
  const unbound = unboundFor(request, market);
  const tried: Tried[] = [];
  let failure: NoRoute | ChainUnreachable = UNQUOTED;
  for (let n = 0; n < MAX_TRIES; n++) {
    const bound = router.leastRoute(tokenIn, tokenOut, amountOut, unbound)?.amountIn;
    if (bound === undefined) return noInput(request, market, needs.clock);
    const amountIn = larger(bound, extrapolated(tried, amountOut) ?? 0n);
    const quote = await quoteLive({ ...request, amountIn: toUnits(amountIn) }, market, needs);
    // An input that buys nothing at its vaults is too little.
    if (!quote.ok && quote.error.kind === 'chain-unreachable') return quote;
    const given = quote.ok ? quote.value.route.amountOut : 0n;
    if (quote.ok && given >= amountOut) return ok({ ...quote.value, isLeast: amountIn === bound });
    tried.push({ amountIn, amountOut: given });
    failure = quote.ok ? UNQUOTED : quote.error;
  }
  return err(failure);
}

/**
 * The input at which a line through the last two tries has the output; undefined before there are two. Outputs of pools grow ever more
 * slowly, so the line is a little too steep: each try beyond the second adds a larger part of the last step.
 */
function extrapolated(tried: readonly Tried[], amountOut: bigint): bigint | undefined {
  const [before, last] = [tried.at(-2), tried.at(-1)];
  if (before === undefined || last === undefined || last.amountOut <= before.amountOut) return undefined;
  const step = last.amountIn - before.amountIn;
  const rest = ceilDivide((amountOut - last.amountOut) * step, last.amountOut - before.amountOut);
  return last.amountIn + rest + (rest * 10n ** BigInt(tried.length - 2)) / 100n + 1n;
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** The vaults without which to search: those that no post-condition binds, if any other route connects the tokens. */
export function unboundFor(
  { tokenIn, tokenOut }: Omit<LeastRequest, 'amountOut'>,
  { router, registry }: Pick<Market, 'router' | 'registry'>,
) {
  const payers = unboundPayers(registry).get(tokenOut);
  if (payers === undefined) return undefined;
  const without = new Map([...payers].map((vault) => [vault, undefined] as const));
  return router.bestRoute(tokenIn, tokenOut, U128_MAX, without) === undefined ? undefined : without;
}

/** The reason why no input gives an output. */
export function noInput(
  request: Omit<LeastRequest, 'amountOut'>,
  { router, tokens, registry }: Pick<Market, 'router' | 'tokens' | 'registry'>,
  clock: QuoteNeeds['clock'],
): { readonly ok: false; readonly error: NoRoute } {
  const context = { router, tokens, assetOf: assetsOf(registry), now: clock.now() };
  const quote = quoteRoute({ ...request, amountIn: toUnits(U128_MAX) }, context, () => undefined);
  if (quote.ok) throw new Error('a quote without a route');
  return quote;
}
