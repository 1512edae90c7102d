import { assetsOf } from '../../domain/market/assets.js';
import { quoteRoute, type RouteQuote } from '../../domain/router/quote.js';
import type { Slippage } from '../../domain/router/slippage.js';
import { MAX_PARTS, type Split } from '../../domain/router/split/split.js';
import { mostAfterCost, worthOf, type Worth } from '../../domain/router/split/worth.js';
import { checkArgument, count } from '../../domain/shared/option-checks.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import { toUnits, type Units } from '../../domain/shared/units.js';
import type { Ports } from '../../ports/index.js';
import type { Market, MarketReader } from '../market/market.js';
import type { ReadTokenBook } from '../metadata/read-token-book.js';
import type { PricesCore } from '../prices/prices-core.js';
import type { CoreSettings } from '../settings.js';
import { unboundFor } from './quote-least.js';
import { quoteLive } from './quote-live.js';
import { CHECKS, pathOf, type QuotedRoute, type QuoteRouteError } from './quote-route.js';
import { makeReadSides } from './sides.js';
import { makeReadSwapCost } from './swap-cost.js';

/** Swap to divide. Tokens are contract ids; a malformed or unlisted one is `unknown-token`. */
export interface QuoteSplitInput {
  readonly tokenIn: string;
  readonly tokenOut: string;
  /** Smallest units of tokenIn, 1 or more. */
  readonly amountIn: Units;
  /** Maximum number of parts, 2 to 4; 4 by default. */
  readonly parts?: number;
  /** Slippage of each part. */
  readonly slippage?: Slippage;
}

/** A swap in parts over different routes, compared with one route and with every other split. Amounts in smallest units. */
export interface QuotedSplit extends Worth {
  /** A quote for each part, in the order of their swaps, each after those before it. Only the best route if no split gives more. */
  readonly parts: readonly QuotedRoute[];
  readonly amountIn: Units;
  /** Output of all parts. */
  readonly amountOut: Units;
  /** Best quote of the whole amount over one route. */
  readonly single: QuotedRoute;
  /**
   * The most that any split of up to four parts gives over vaults whose maths are known, if no vault is taken in both directions. Absent
   * if one route of other vaults gives more.
   */
  readonly bound?: bigint;
  /** Number of vaults that may be on a route but take no part in the split and the bound, since only their contracts can quote them. */
  readonly leftOut: number;
  /** Average network fee of a swap, microSTX, over the swaps of 24 hours; absent if there were none. */
  readonly feeUstx?: bigint;
  /** The gain in dollars; absent if the output token has no current price, or no fee is known. */
  readonly gainUsd?: number;
}

/**
 * Divides a swap between up to four routes. Each part is a swap of its own, so the split with the most left after the network fees of the
 * further swaps is taken, if they are known. Asks contracts only about the one route with which the split is compared.
 */
export const makeQuoteSplit = (
  ports: Pick<Ports, 'clock' | 'hasher' | 'liquidity' | 'registry' | 'swaps'>,
  {
    market,
    prices,
    readTokens,
  }: {
    readonly market: MarketReader;
    readonly prices: Pick<PricesCore, 'find'>;
    readonly readTokens: ReadTokenBook;
  },
  { reservesMaxAgeMs }: CoreSettings,
) => {
  const { clock, liquidity } = ports;
  const readSides = makeReadSides(ports);
  const readCost = makeReadSwapCost(ports, prices);
  return async (input: QuoteSplitInput): Promise<Result<QuotedSplit, QuoteRouteError>> => {
    checkArgument('what to split', input, SPLIT_CHECKS, ['tokenIn', 'tokenOut', 'amountIn']);
    const sides = readSides(input);
    if (!sides.ok) return sides;
    const read = await market.read(reservesMaxAgeMs);
    if (!read.ok) return read;
    const { ids, explain } = sides.value;
    const request = { ...input, ...ids };
    const single = await quoteLive(request, read.value, { reader: market, liquidity, clock });
    if (!single.ok) return single.error.kind === 'no-route' ? err(explain(single.error)) : single;
    const cost = await readCost(ids.tokenOut);
    const split = bestSplit(request, read.value, cost?.units);
    const parts = split === undefined ? [] : partsOf(split, request, read.value, clock.now());
    const better = split !== undefined && parts.length > 1 && split.amountOut > single.value.route.amountOut;
    const chosen = better ? parts : [single.value];
    const amountOut = toUnits(chosen.reduce((sum, { route }) => sum + route.amountOut, 0n));
    const book = await readTokens(read.value.registry);
    const described = (quote: RouteQuote): QuotedRoute => ({ ...quote, path: pathOf(quote.route, book) });
    const worth = worthOf(amountOut, single.value.route.amountOut, chosen.length, cost?.units);
    return ok({
      ...worth,
      parts: chosen.map(described),
      amountIn: input.amountIn,
      amountOut,
      single: described(single.value),
      ...(split !== undefined && split.bound >= amountOut && { bound: split.bound }),
      leftOut: read.value.router.leftOutOfSplits(ids.tokenIn, ids.tokenOut),
      ...(cost !== undefined && { feeUstx: cost.feeUstx }),
      ...(cost?.unitUsd !== undefined && { gainUsd: Number(worth.gain) * cost.unitUsd }),
    });
  };
};

const SPLIT_CHECKS = {
  tokenIn: CHECKS.tokenIn,
  tokenOut: CHECKS.tokenOut,
  amountIn: CHECKS.amountIn,
  slippage: CHECKS.slippage,
  parts: count(2, MAX_PARTS),
};

type Request = Omit<QuoteSplitInput, 'tokenIn' | 'tokenOut'> & Parameters<typeof unboundFor>[0];

/** The split of at most the wished parts with the most left after the cost of further swaps. */
function bestSplit(request: Request, market: Market, perSwap: bigint | undefined): Split | undefined {
  const { tokenIn, tokenOut, amountIn, parts = MAX_PARTS } = request;
  const unbound = unboundFor(request, market);
  const splits = Array.from({ length: parts - 1 }, (_, n) =>
    market.router.bestSplit(tokenIn, tokenOut, amountIn, n + 2, unbound),
  );
  const found = splits.filter((split) => split !== undefined);
  const best = mostAfterCost(found, perSwap);
  // Each search proves its bound for splits of any number of parts.
  const bound = found.reduce(
    (least, split) => (split.bound < least ? split.bound : least),
    best?.bound ?? 0n,
  );
  return best && { ...best, bound };
}

/** Quotes of the parts; none if a part cannot be swapped. */
function partsOf({ parts }: Split, request: Request, market: Market, now: Date): readonly RouteQuote[] {
  const { router, tokens, registry, asOf } = market;
  const context = { router, tokens, assetOf: assetsOf(registry), now, blockHeight: asOf?.height };
  const quotes = parts.map((part) =>
    quoteRoute({ ...request, amountIn: part.amountIn }, context, () => part),
  );
  return quotes.every((quote) => quote.ok) ? quotes.map(({ value }) => value) : [];
}
