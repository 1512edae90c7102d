import { assetsOf } from '../../domain/market/assets.js';
import {
  findCandidates,
  isConfirmed,
  isUnconfirmed,
  requoted,
  type Candidates,
} from '../../domain/router/candidates.js';
import type { Route, RouteHop } from '../../domain/router/best-route.js';
import { unboundPayers } from '../../domain/router/payout.js';
import { quoteRoute, type NoRoute, type QuoteRequest, type RouteQuote } from '../../domain/router/quote.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { err, type Result } from '../../domain/shared/result.js';
import { withAnswer } from '../../domain/vault/kinds.js';
import type { Reserves } from '../../domain/vault/vault.js';
import type { ChainUnreachable, Ports } from '../../ports/index.js';
import type { Market, MarketReader, QuotedHop } from '../market/market.js';

/** Maximum number of consecutive requests to the node for which a quote waits. A route through two quoted vaults needs two. */
const MAX_ROUNDS = 2;
/** Maximum number of routes whose vaults are queried at once. */
const MAX_CANDIDATES = 4;
/** Time (ms) after which to retry a quote that could not be decided. */
const RETRY_MS = 1_000;

/** Parts that quotes need besides the market. */
export interface QuoteNeeds extends Pick<Ports, 'clock'> {
  readonly reader: MarketReader;
  readonly liquidity: Pick<Ports['liquidity'], 'quoteHops'>;
}

/**
 * Finds the best route for a swap. If routes through vaults of quoted kinds could win, the contracts on the best candidates are
 * asked to quote their exact inputs, for all candidates at once. The answers tighten the bounds, and the search repeats. Once the
 * output of the route with the highest bound is known to the unit, no other route gives more. After two rounds, the best route
 * with a known output is taken. The vaults' answers are used for the whole quote, even if a block changes the vaults meanwhile.
 *
 * If no route's output is known, the error is `chain-unreachable` when vaults that may give a route could not be read, or have
 * not quoted their amounts within the two rounds, and `no-route` when no route exists.
 *
 * A route whose output post-conditions can bind ranks before every route whose output they cannot, however much that one gives:
 * the chain need not pay what was quoted for an unbound route.
 *
 * @param instead reserves that replace the market's own for some vaults whose maths are known.
 */
export async function quoteLive(
  request: QuoteRequest,
  market: Market,
  { reader, liquidity, clock }: QuoteNeeds,
  instead: ReadonlyMap<ContractId, Reserves> = new Map(),
): Promise<Result<RouteQuote, NoRoute | ChainUnreachable>> {
  const { router, tokens, registry, asOf } = market;
  const context = { router, tokens, assetOf: assetsOf(registry), blockHeight: asOf?.height };
  const told = new Map(instead);
  let begun: readonly Route[] = [];
  for (let round = 0; ; round++) {
    const { confirmed, open } = routesFor(request, market, told);
    begun = begun.flatMap((route) => requoted(route, told) ?? []);
    const finished = begun.filter(isConfirmed);
    if (open.length === 0 || round === MAX_ROUNDS) {
      const best = largest(confirmed === undefined ? finished : [confirmed, ...finished]);
      if (best === undefined && open.length > 0) return err(UNQUOTED);
      const quote = quoteRoute(request, { ...context, now: clock.now() }, () => best);
      return !quote.ok && isUndecided(quote.error, request, market) ? err(UNREAD) : quote;
    }
    // Once begun, a route is finished, even if the answers make others look better. Otherwise the last round might finish none.
    const unfinished = largest(begun.filter((route) => !isConfirmed(route)));
    const asking = unfinished === undefined ? open : [unfinished, ...open].slice(0, MAX_CANDIDATES);
    begun = [...begun, ...open];
    const asked = distinct(asking.flatMap(({ hops }) => hops.filter(isUnconfirmed)));
    const quotes = await liquidity.quoteHops(asked);
    if (!quotes.ok) return quotes;
    asked.forEach((hop, n) => {
      const { vault, reserves, opcode } = hop;
      const before = told.get(vault.contractId) ?? reserves;
      told.set(
        vault.contractId,
        withAnswer(vault, before, opcode, reader.learn(market, hop, quotes.value[n])),
      );
    });
  }
}

/** The route with the largest output; the first among equals. */
const largest = (routes: readonly Route[]): Route | undefined =>
  routes.reduce<Route | undefined>(
    (best, route) => (best === undefined || route.amountOut > best.amountOut ? route : best),
    undefined,
  );

/** Finds the routes that the swap may take. Those whose output post-conditions cannot bind are included only if there are no others. */
export function routesFor(
  request: Pick<QuoteRequest, 'tokenIn' | 'tokenOut' | 'amountIn'>,
  { router, registry }: Pick<Market, 'router' | 'registry'>,
  told?: ReadonlyMap<ContractId, Reserves>,
): Candidates {
  const unbound = unboundPayers(registry).get(request.tokenOut);
  const search = (excluded?: ReadonlySet<ContractId>) =>
    findCandidates(router, request, MAX_CANDIDATES, { told, excluded });
  const bound = search(unbound);
  return unbound === undefined || hasRoute(bound) ? bound : search();
}

const hasRoute = ({ confirmed, open }: Candidates): boolean => confirmed !== undefined || open.length > 0;

/** Whether vaults with unknown reserves connect the tokens, and so may have the liquidity that the other vaults lack. */
function isUndecided(
  { reason }: NoRoute,
  { tokenIn, tokenOut }: QuoteRequest,
  { router, unread }: Market,
): boolean {
  if (reason !== 'insufficient-liquidity' && reason !== 'amount-too-small') return false;
  return [...unread].some((vault) => router.connectsThrough(vault, tokenIn, tokenOut));
}

const undecided = (reason: string): ChainUnreachable => ({
  kind: 'chain-unreachable',
  reason,
  retryAfterMs: RETRY_MS,
  isPartial: true,
});

const UNREAD = undecided('vaults that may give a route could not be read');
/** Error of a quote whose vaults have not answered in time. */
export const UNQUOTED = undecided('the vaults of the routes have not quoted their amounts yet');

/** Keeps one hop for each vault, direction and amount. All the hops have reserves, since only a vault that was read can be unconfirmed. */
export function distinct(hops: readonly RouteHop[]): readonly QuotedHop[] {
  const keyOf = ({ vault, opcode, amountIn }: RouteHop) => `${vault.contractId} ${opcode} ${amountIn}`;
  const quoted = hops.filter((hop): hop is QuotedHop => hop.reserves !== undefined);
  return [...new Map(quoted.map((hop) => [keyOf(hop), hop])).values()];
}
