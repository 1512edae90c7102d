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

/** Consecutive requests to the node that a quote waits for. Two quoted vaults on a route need both. */
const MAX_ROUNDS = 2;
/** Number of routes whose vaults are queried at once. */
const MAX_CANDIDATES = 4;
/** Retry-After of an undecided quote. */
const RETRY_MS = 1_000;

/**
 * The best route for a swap. If vaults of quoted kinds could win, the contracts of the best candidates quote their exact inputs,
 * all candidates at once; the results tighten the bounds, and the search repeats. Once the best route by bounds is known to the
 * unit, no other gives more. After two rounds the best known route counts. The vaults' answers hold for the whole quote, even if
 * a block changes the vaults meanwhile.
 *
 * Without a known route, `chain-unreachable` says that vaults which may give one could not be read, or have not quoted their
 * amounts within the two rounds; `no-route` says that no route exists.
 *
 * A route whose output post-conditions can bind ranks before every other one, however much that gives: the chain need not pay the
 * quote of an unbound route.
 */
export async function quoteLive(
  request: QuoteRequest,
  market: Market,
  { reader, liquidity, clock }: Pick<Ports, 'liquidity' | 'clock'> & { readonly reader: MarketReader },
): Promise<Result<RouteQuote, NoRoute | ChainUnreachable>> {
  const { router, tokens, registry, asOf } = market;
  const context = { router, tokens, assetOf: assetsOf(registry), blockHeight: asOf?.height };
  const told = new Map<ContractId, Reserves>();
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
    // A route that was begun is finished, even if the answers make others look better: otherwise the last round may finish none.
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

/** The routes that the swap may take: those that post-conditions cannot bind only if no others exist. */
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

/** Whether vaults with unknown reserves may have the liquidity that the others lack. */
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
const UNQUOTED = undecided('the vaults of the routes have not quoted their amounts yet');

/** Each vault, direction and amount once. A hop is unconfirmed only if its vault was read. */
function distinct(hops: readonly RouteHop[]): readonly QuotedHop[] {
  const keyOf = ({ vault, opcode, amountIn }: RouteHop) => `${vault.contractId} ${opcode} ${amountIn}`;
  const quoted = hops.filter((hop): hop is QuotedHop => hop.reserves !== undefined);
  return [...new Map(quoted.map((hop) => [keyOf(hop), hop])).values()];
}
