import type { Token } from '../../domain/market/registry.js';
import { exceedsChain, type Router } from '../../domain/router/best-route.js';
import { isConfirmed } from '../../domain/router/candidates.js';
import { depthOf, type Depth } from '../../domain/router/depth.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { ChainUnreachable, Ports } from '../../ports/index.js';
import type { MarketReader } from '../market/market.js';
import type { ReadTokenBook } from '../metadata/read-token-book.js';
import type { CoreSettings } from '../settings.js';
import { noInput, unboundFor } from './quote-least.js';
import { makeReadSides, type NoQuote } from './sides.js';

/** Pair of which to tell the depth. Tokens are contract ids; a malformed or unlisted one is `unknown-token`. */
export interface DepthInput {
  readonly tokenIn: string;
  readonly tokenOut: string;
}

/** Depth of one direction, with what is known of its amounts. */
export interface DirectionDepth extends Depth {
  /** Whether vaults that only their contracts can quote take part, so that the amounts are bounds and swaps may give less. */
  readonly isEstimate: boolean;
}

/** Depth of a pair in both directions. */
export interface PairDepth {
  readonly tokenIn: Token;
  readonly tokenOut: Token;
  /** Swaps of tokenIn for tokenOut. Absent if no swap gives a unit. */
  readonly sells?: DirectionDepth;
  /** Swaps of tokenOut for tokenIn. */
  readonly buys?: DirectionDepth;
  readonly asOf: Date;
  /** The block at which the reserves were read, if known. */
  readonly blockHeight?: number;
}

/**
 * Depth of a pair over all routes of up to four hops, from the reserves and quotes that are known. Sends nothing, asks no contract.
 * As in quotes, routes that post-conditions cannot bind count only if there are no others.
 */
export const makeReadDepth = (
  { clock, hasher, registry }: Pick<Ports, 'clock' | 'hasher' | 'registry'>,
  { market, readTokens }: { readonly market: MarketReader; readonly readTokens: ReadTokenBook },
  { reservesMaxAgeMs }: CoreSettings,
) => {
  const readSides = makeReadSides({ hasher, registry });
  return async (input: DepthInput): Promise<Result<PairDepth, NoQuote | ChainUnreachable>> => {
    const sides = readSides(input);
    if (!sides.ok) return sides;
    const read = await market.read(reservesMaxAgeMs);
    if (!read.ok) return read;
    const { router, asOf } = read.value;
    const { tokenIn, tokenOut } = sides.value.ids;
    const across = (from: ContractId, to: ContractId) => {
      const pair = { tokenIn: from, tokenOut: to };
      const search = () => directionDepth(router, from, to);
      return router.withReserves(unboundFor(pair, read.value) ?? new Map(), search);
    };
    const [sells, buys] = [across(tokenIn, tokenOut), across(tokenOut, tokenIn)];
    const described = await readTokens(read.value.registry);
    const [sold, bought] = [described.listed(tokenIn), described.listed(tokenOut)];
    if ((sells === undefined && buys === undefined) || sold === undefined || bought === undefined)
      return err(sides.value.explain(noInput({ tokenIn, tokenOut }, read.value, clock).error));
    return ok({
      tokenIn: sold,
      tokenOut: bought,
      ...(sells !== undefined && { sells }),
      ...(buys !== undefined && { buys }),
      asOf: clock.now(),
      ...(asOf !== undefined && { blockHeight: asOf.height }),
    });
  };
};

function directionDepth(router: Router, from: ContractId, to: ContractId): DirectionDepth | undefined {
  let isEstimate = false;
  const give = (amountIn: bigint): bigint => {
    const route = router.anyBestRoute(from, to, amountIn);
    if (route === undefined || exceedsChain(route)) return 0n;
    isEstimate ||= !isConfirmed(route);
    return route.amountOut;
  };
  const depth = depthOf(give, (amountOut) => router.leastRoute(from, to, amountOut)?.amountIn);
  return depth && { ...depth, isEstimate };
}
