import { assetsOf } from '../../domain/market/assets.js';
import { findCandidates, isUnconfirmed, type Candidates } from '../../domain/router/candidates.js';
import type { RouteHop } from '../../domain/router/best-route.js';
import { unboundPayers } from '../../domain/router/payout.js';
import { quoteRoute, type NoRoute, type QuoteRequest, type RouteQuote } from '../../domain/router/quote.js';
import type { Result } from '../../domain/shared/result.js';
import type { ChainUnreachable, Ports } from '../../ports/index.js';
import type { Market, MarketReader } from '../market/market.js';

/** Requests to the node that a quote waits for, one after another. Two quoted vaults on a route need both. */
const MAX_ROUNDS = 2;
/** Routes whose vaults are queried at once. */
const MAX_CANDIDATES = 4;

/**
 * The best route for a swap. Where vaults of quoted kinds could win, the contracts of the best candidates quote exactly
 * their inputs, all candidates at once; what they return tightens the bounds, and the search repeats. Once the best route by bounds
 * is known to the unit, no other gives more. After two rounds the best known route counts.
 *
 * A route whose output post-conditions can bind ranks before every other one, whatever that gives: what an unbound route
 * is quoted, the chain need not pay.
 */
export async function quoteLive(
  request: QuoteRequest,
  market: Market,
  { reader, liquidity, clock }: Pick<Ports, 'liquidity' | 'clock'> & { readonly reader: MarketReader },
): Promise<Result<RouteQuote, NoRoute | ChainUnreachable>> {
  const { router, tokens, registry, asOf } = market;
  const context = { router, tokens, assetOf: assetsOf(registry), blockHeight: asOf?.height };
  const unbound = unboundPayers(registry).get(request.tokenOut);
  for (let round = 0; ; round++) {
    const most = round < MAX_ROUNDS ? MAX_CANDIDATES : 0;
    const bound = findCandidates(router, request, most, unbound);
    const isSought = unbound === undefined || hasRoute(bound);
    const { confirmed, open } = isSought ? bound : findCandidates(router, request, most);
    if (open.length === 0) return quoteRoute(request, { ...context, now: clock.now() }, () => confirmed);
    const asked = distinct(open.flatMap(({ hops }) => hops.filter(isUnconfirmed)));
    const quotes = await liquidity.quoteHops(asked);
    if (!quotes.ok) return quotes;
    asked.forEach((hop, n) => reader.learn(market, hop, quotes.value[n]));
  }
}

const hasRoute = ({ confirmed, open }: Candidates): boolean => confirmed !== undefined || open.length > 0;

function distinct(hops: readonly RouteHop[]): readonly RouteHop[] {
  const keyOf = ({ vault, opcode, amountIn }: RouteHop) => `${vault.contractId} ${opcode} ${amountIn}`;
  return [...new Map(hops.map((hop) => [keyOf(hop), hop])).values()];
}
