import type { ContractId } from '../shared/contract-id.js';
import { err, ok, type Result } from '../shared/result.js';
import { U128_MAX, type Units } from '../shared/units.js';
import { exceedsChain, type Route, type Router } from './best-route.js';
import { isQuoted, isUnconfirmed } from './candidates.js';
import type { AssetOf } from '../market/assets.js';
import { mathsOf, sidesOf } from '../vault/kinds.js';
import { isProtected } from './payout.js';
import { lessSlippage, type Slippage } from './slippage.js';

export interface QuoteRequest {
  readonly tokenIn: ContractId;
  readonly tokenOut: ContractId;
  /** 1 or more. */
  readonly amountIn: Units;
  readonly slippage?: Slippage;
}

export interface QuoteContext {
  readonly router: Router;
  /** The registry's tokens, so that a listed token without a vault is not considered unknown. */
  readonly tokens: { has(token: ContractId): boolean };
  /** The assets of the registry's tokens. */
  readonly assetOf: AssetOf;
  readonly now: Date;
  /** The block at which the reserves were read, if known. */
  readonly blockHeight?: number | undefined;
}

/** The best route of a swap, with its result. */
export interface RouteQuote {
  readonly route: Route;
  /** 1 − rate of the route / mid rate, without fees: 0 to 1. */
  readonly priceImpact: number;
  /** Fee that each hop's vault keeps, in the hop's input token. */
  readonly fees: readonly HopFee[];
  /** Time at which the oldest reserves of the route were read; now if it uses none. */
  readonly asOf: Date;
  /** The block at which the reserves were read; absent if unknown. */
  readonly blockHeight?: number;
  /** Present if the route has vaults of quoted kinds: their contracts quoted exactly these amounts. */
  readonly verified?: true;
  /** Whether post-conditions can hold a swap to a minimum. Otherwise the chain may pay any amount below the quote. */
  readonly protected: boolean;
  /** floor(amountOut · (1 − slippage)); present if the request names a slippage. */
  readonly minimumReceived?: Units;
}

/** Fee that one hop of a route charges. */
export interface HopFee {
  readonly token: ContractId;
  /** Smallest units; the difference between a hop's input and its input after the fee. */
  readonly amount: Units;
}

/**
 * Reason why there is no quote. `same-token`: there is nothing to swap; `unknown-token`: neither listed nor held by a vault;
 * `no-route`: no path of at most four hops; `amount-too-small`: a larger amount would give at least one unit;
 * `insufficient-liquidity`: the vaults on every path hold too little, or the chain's 128-bit maths would overflow.
 */
export type NoRouteReason =
  'same-token' | 'unknown-token' | 'no-route' | 'amount-too-small' | 'insufficient-liquidity';

/** There is no route for the swap. */
export interface NoRoute {
  readonly kind: 'no-route';
  readonly reason: NoRouteReason;
}

/**
 * The best route for a swap with its price impact and fees, or the reason why it cannot be quoted. `find` chooses the route; by
 * default, it is the best one by ceilings, whose vaults of quoted kinds may give less.
 */
export function quoteRoute(
  request: QuoteRequest,
  context: QuoteContext,
  find = ({ router }: QuoteContext): Route | undefined =>
    router.bestRoute(request.tokenIn, request.tokenOut, request.amountIn),
): Result<RouteQuote, NoRoute> {
  const { tokenIn, tokenOut, slippage } = request;
  const { router, tokens, assetOf, now, blockHeight } = context;
  const none = (reason: NoRouteReason) => err({ kind: 'no-route' as const, reason });

  if (tokenIn === tokenOut) return none('same-token');
  const isKnown = (token: ContractId) => tokens.has(token) || router.knows(token);
  if (!isKnown(tokenIn) || !isKnown(tokenOut)) return none('unknown-token');

  const route = find(context);
  if (route === undefined) return none(whyNone(router, request));
  if (exceedsChain(route)) return none('insufficient-liquidity');
  return ok({
    route,
    priceImpact: priceImpact(route),
    fees: route.hops.map(({ tokenIn: token, amountIn: paid, dx }) => ({
      token,
      amount: (paid - dx) as Units,
    })),
    asOf: oldestRead(route) ?? now,
    protected: isProtected(route, assetOf),
    ...(blockHeight !== undefined && { blockHeight }),
    ...(route.hops.some(isQuoted) && !route.hops.some(isUnconfirmed) && { verified: true as const }),
    ...(slippage !== undefined && { minimumReceived: lessSlippage(route.amountOut, slippage) }),
  });
}

function whyNone(router: Router, { tokenIn, tokenOut, amountIn }: QuoteRequest): NoRouteReason {
  if (!router.connects(tokenIn, tokenOut)) return 'no-route';
  // Vaults could give something, but those that only their contracts can quote refused this amount.
  if (router.anyBestRoute(tokenIn, tokenOut, amountIn) !== undefined) return 'insufficient-liquidity';
  // Output never falls when the input grows, so if the largest input gives nothing, neither does any other.
  const largest = router.bestRoute(tokenIn, tokenOut, U128_MAX);
  return largest === undefined ? 'insufficient-liquidity' : 'amount-too-small';
}

/** Returns the price impact, 0 to 1. The rate dy/dx of each hop, after its fee, is compared with the mid rate of its vault. */
export function priceImpact({ hops }: Route): number {
  const rates = hops.map(({ vault, reserves, opcode, dx, amountOut }) =>
    mathsOf(vault).rateKept(vault, sidesOf(vault, reserves, opcode), dx, amountOut),
  );
  return Math.max(0, 1 - rates.reduce((kept, rate) => kept * rate, 1));
}

function oldestRead(route: Route): Date | undefined {
  const times = route.hops.flatMap(({ reserves }) =>
    reserves === undefined ? [] : [reserves.readAt.getTime()],
  );
  return times.length === 0 ? undefined : new Date(Math.min(...times));
}
