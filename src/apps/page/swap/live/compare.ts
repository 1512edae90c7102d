import { vaultsClient, type Client, type Quote } from '../../../../sdk/client/index.js';
import { service } from '../../session/service.js';
import { uncached } from '../../session/uncached.js';
import { otherAmounts, otherAmountsOf, type OtherAmount } from '../model/other-amounts.js';
import { otherRoutes, outputOver, type OtherRoute } from '../model/other-routes.js';
import { quotesNow, shownQuote } from './quotes-now.js';
import type { QuoteRequest } from './use-quote.js';

/** The best route and its alternatives, all for the same state of the market. */
export interface Compared {
  readonly best: Quote;
  /** Output of the best route on the reserves from which the others were computed, smallest units. */
  readonly expected: bigint;
  readonly routes: readonly OtherRoute[];
  readonly amounts: readonly OtherAmount[];
}

/** Number of attempts to get both responses without the market moving between them. */
const MOST_ATTEMPTS = 3;

/** Quotes the request with other amounts, and computes other routes on reserves of the same moment. */
export async function compare(
  client: Client,
  request: QuoteRequest,
  signal: AbortSignal,
): Promise<Compared | undefined> {
  const { tokenIn, tokenOut } = request;
  const amountIn = BigInt(request.amount ?? (await leastInput(client, request, signal)));
  const asked = { tokenIn, tokenOut, amount: amountIn };
  const amounts = otherAmountsOf(amountIn).map((amount) => ({ tokenIn, tokenOut, amount }));
  const vaults = freshVaults();
  for (let attempt = 1; ; attempt++) {
    const [item, ...others] = await quotesNow(client, [asked, ...amounts], signal);
    const best = shownQuote(item);
    if (best.hops.length === 0) return undefined;
    const listed = await vaults.list({ signal });
    const quoted = BigInt(best.amountOutExact);
    const expected = outputOver(listed.vaults, best, amountIn) ?? quoted;
    if (expected !== quoted && attempt < MOST_ATTEMPTS) continue;
    const routes = otherRoutes(listed.vaults, { tokenIn, tokenOut, amountIn }, best);
    return { best, expected, routes, amounts: otherAmounts(others, best) };
  }
}

/** Least input that buys the requested amount now; 0 if none does. */
async function leastInput(client: Client, request: QuoteRequest, signal: AbortSignal): Promise<string> {
  const [item] = await quotesNow(client, [request], signal);
  return shownQuote(item).amountInExact;
}

/** Reads vaults past the browser's cache, which keeps their reserves for half a minute. */
function freshVaults() {
  const { baseUrl = '', areaUrls = {} } = service.value ?? {};
  return vaultsClient({
    baseUrl,
    areaUrls,
    fetch: uncached,
  });
}
