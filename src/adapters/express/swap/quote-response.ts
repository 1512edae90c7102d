import type { QuotedRoute } from '../../../application/quotes/quote-route.js';
import type { RouteHop } from '../../../domain/router/best-route.js';
import type { NoRoute } from '../../../domain/router/quote.js';
import type { Token } from '../../../domain/market/registry.js';

/**
 * A route in smallest units. Amounts stand as numbers, which lose digits beyond 2^53, and as exact text.
 * `fee` is in parts per million.
 */
export function quoteResponse({
  route,
  path,
  priceImpact,
  fees,
  asOf,
  minimumReceived,
}: QuotedRoute): object {
  return {
    path: path.map(describeToken),
    hops: route.hops.map(describeHop),
    amountIn: Number(route.amountIn),
    amountOut: Number(route.amountOut),
    amountInExact: route.amountIn.toString(),
    amountOutExact: route.amountOut.toString(),
    priceImpact,
    fees: fees.map(({ token, amount }) => ({ token, amount: amount.toString() })),
    asOf: asOf.toISOString(),
    ...(minimumReceived !== undefined && { minimumReceived: minimumReceived.toString() }),
  };
}

/** That there is no route is an answer too, and clients know it by its zeros. */
export const noRouteResponse = ({ reason }: NoRoute): object => ({
  path: [],
  hops: [],
  amountIn: 0,
  amountOut: 0,
  amountInExact: '0',
  amountOutExact: '0',
  priceImpact: 0,
  fees: [],
  reason,
});

function describeToken(token: Token): object {
  const { contractId, symbol, decimals, name, identifier, image, description, type, base } = token;
  return {
    contractId,
    symbol,
    decimals,
    name,
    identifier,
    ...(image !== undefined && { image }),
    ...(description !== undefined && { description }),
    ...(type !== undefined && { type }),
    ...(base !== undefined && { base }),
  };
}

function describeHop({ vault, reserves, opcode, tokenIn, tokenOut, amountIn, amountOut }: RouteHop): object {
  const { contractId, name, protocol, feePpm, tokenA, tokenB } = vault;
  return {
    vault: {
      contractId,
      name,
      protocol,
      fee: feePpm,
      // A sublink pays 1:1 whatever it holds, so what it holds is not read.
      reserves: {
        tokenA,
        tokenB,
        reservesA: reserves?.reserveA.toString() ?? null,
        reservesB: reserves?.reserveB.toString() ?? null,
      },
    },
    tokenIn,
    tokenOut,
    opcode,
    quote: { amountIn: Number(amountIn), amountOut: Number(amountOut) },
  };
}
