import { findCandidates, isUnconfirmed } from '../../domain/router/candidates.js';
import type { RouteHop } from '../../domain/router/best-route.js';
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
 */
export async function quoteLive(
  request: QuoteRequest,
  market: Market,
  { reader, liquidity, clock }: Pick<Ports, 'liquidity' | 'clock'> & { readonly reader: MarketReader },
): Promise<Result<RouteQuote, NoRoute | ChainUnreachable>> {
  const { router, tokens, asOf } = market;
  const blockHeight = asOf?.height;
  for (let round = 0; ; round++) {
    const { confirmed, open } = findCandidates(router, request, round < MAX_ROUNDS ? MAX_CANDIDATES : 0);
    if (open.length === 0) {
      return quoteRoute(request, { router, tokens, blockHeight, now: clock.now() }, () => confirmed);
    }
    const asked = distinct(open.flatMap(({ hops }) => hops.filter(isUnconfirmed)));
    const quotes = await liquidity.quoteHops(asked);
    if (!quotes.ok) return quotes;
    asked.forEach((hop, n) => reader.learn(market, hop, quotes.value[n]));
  }
}

function distinct(hops: readonly RouteHop[]): readonly RouteHop[] {
  const keyOf = ({ vault, opcode, amountIn }: RouteHop) => `${vault.contractId} ${opcode} ${amountIn}`;
  return [...new Map(hops.map((hop) => [keyOf(hop), hop])).values()];
}
