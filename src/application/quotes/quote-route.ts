import type { Token } from '../../domain/market/registry.js';
import type { TokenBook } from '../../domain/metadata-record/token-book.js';
import type { Route } from '../../domain/router/best-route.js';
import type { NoRoute, RouteQuote } from '../../domain/router/quote.js';
import type { Slippage } from '../../domain/router/slippage.js';
import { isObject } from '../../domain/shared/fields.js';
import { anyText, bigint, checkArgument, type Checks } from '../../domain/shared/option-checks.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Units } from '../../domain/shared/units.js';
import type { ChainRead, ChainUnreachable, Ports } from '../../ports/index.js';
import type { ReadTokenBook } from '../metadata/read-token-book.js';
import type { CoreSettings } from '../settings.js';
import type { MarketReader } from '../market/market.js';
import { quoteLeast } from './quote-least.js';
import { quoteLive } from './quote-live.js';
import { makeReadSides, type NoQuote } from './sides.js';

/** Swap to quote, by what is given or by what is to be got. Tokens are contract ids; a malformed or unlisted one is `unknown-token`. */
export type QuoteRouteInput = QuotedSides & (GivenInput | WantedOutput);

interface QuotedSides {
  readonly tokenIn: string;
  readonly tokenOut: string;
  readonly slippage?: Slippage;
}

interface GivenInput {
  /** Smallest units of tokenIn, 1 or more. */
  readonly amountIn: Units;
  readonly amountOut?: undefined;
}

interface WantedOutput {
  /** Smallest units of tokenOut, 1 or more: the quote has the least input that gives at least this. */
  readonly amountOut: Units;
  readonly amountIn?: undefined;
}

/** A quote with its tokens as described by the registry and the metadata. */
export interface QuotedRoute extends RouteQuote {
  /** With a wanted output: whether less input is not enough, by what the vaults show and have quoted. */
  readonly isLeast?: boolean;
  /** From `tokenIn` to `tokenOut`, both included. */
  readonly path: readonly Token[];
}

/** Reason why there is no quote. */
export type QuoteRouteError = NoQuote | ChainUnreachable;

export const CHECKS: Checks<'tokenIn' | 'tokenOut' | 'amountIn' | 'amountOut' | 'slippage'> = {
  tokenIn: anyText,
  tokenOut: anyText,
  amountIn: bigint(0n),
  amountOut: bigint(1n),
  slippage: (raw) =>
    isObject(raw) && typeof raw['numerator'] === 'bigint' && typeof raw['denominator'] === 'bigint'
      ? ok(raw)
      : err({ reason: 'must be what parseSlippage returns' }),
};

/** Maximum number of quotes per call. */
export const MAX_QUOTES = 50;

/** Quotes from the vaults' current state. They send no transaction and reserve no funds. */
export const makeQuoteRoute = (
  { clock, hasher, liquidity, registry }: Pick<Ports, 'clock' | 'hasher' | 'liquidity' | 'registry'>,
  { market, readTokens }: { readonly market: MarketReader; readonly readTokens: ReadTokenBook },
  { reservesMaxAgeMs }: CoreSettings,
) => {
  const readSides = makeReadSides({ hasher, registry });
  const readMarket = () => market.read(reservesMaxAgeMs);

  const quoteOn = async (
    input: QuoteRouteInput,
    readState: typeof readMarket,
  ): Promise<Result<QuotedRoute, QuoteRouteError>> => {
    const isWish = isObject(input) && input.amountOut !== undefined;
    checkArgument('what to quote', input, CHECKS, ['tokenIn', 'tokenOut', isWish ? 'amountOut' : 'amountIn']);
    if (isWish && input.amountIn !== undefined)
      throw new RangeError('what to quote must have amountIn or amountOut, not both');
    const sides = readSides(input);
    if (!sides.ok) return sides;
    const read = await readState();
    if (!read.ok) return read;
    const needs = { reader: market, liquidity, clock };
    const { ids, explain } = sides.value;
    const request = { ...input, ...ids };
    const quote: Result<RouteQuote, NoRoute | ChainUnreachable> =
      request.amountOut === undefined
        ? await quoteLive(request, read.value, needs)
        : await quoteLeast(request, read.value, needs);
    if (!quote.ok) return quote.error.kind === 'no-route' ? err(explain(quote.error)) : quote;
    const path = pathOf(quote.value.route, await readTokens(read.value.registry));
    return ok({ ...quote.value, path });
  };

  return {
    /**
     * Finds the best route of up to four hops for an input, or the least input for an output.
     *
     * @throws RangeError that names every unknown or mistyped field, which only an untyped program can pass.
     */
    quote: (input: QuoteRouteInput) => quoteOn(input, readMarket),
    /**
     * Finds the best route for each request, in their order. The market is read once, and the first search for every request
     * follows without I/O in between, so the amounts are comparable. Only contracts that must quote their amounts themselves are
     * asked afterwards.
     *
     * @throws RangeError for more than MAX_QUOTES requests, and as `quote` does.
     */
    quoteMany: async (
      inputs: readonly QuoteRouteInput[],
    ): ChainRead<readonly Result<QuotedRoute, QuoteRouteError>[]> => {
      if (inputs.length > MAX_QUOTES) throw new RangeError(`a call has at most ${MAX_QUOTES} quotes`);
      const read = await readMarket();
      if (!read.ok) return read;
      return ok(await Promise.all(inputs.map((input) => quoteOn(input, async () => read))));
    },
    /** The block of the reserves from which quotes are now made; undefined if it is unknown. */
    block: async (): ChainRead<number | undefined> => {
      const read = await readMarket();
      return read.ok ? ok(read.value.asOf?.height) : read;
    },
  } as const;
};

/** The tokens of a route, from the first to the last, as described. */
export function pathOf({ hops }: Route, book: TokenBook): readonly Token[] {
  return [hops[0]!.tokenIn, ...hops.map(({ tokenOut }) => tokenOut)].map((id) => {
    const token = book.listed(id);
    if (token === undefined) throw new Error(`a vault of the registry holds the unlisted token ${id}`);
    return token;
  });
}

/** Reads the market and exercises the route search, so that the first callers do not wait for a cold engine. */
export const makeWarmUp =
  (market: MarketReader, { reservesMaxAgeMs }: CoreSettings) =>
  async (): ChainRead<void> => {
    const read = await market.read(reservesMaxAgeMs);
    if (!read.ok) return read;
    read.value.router.warmUp();
    return ok();
  };
