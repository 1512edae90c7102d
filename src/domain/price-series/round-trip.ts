import { exceedsChain, type Route, type Router } from '../router/best-route.js';
import type { ContractId } from '../shared/contract-id.js';

/** A token bought for sBTC and sold straight back, both against the same unchanged reserves. */
export interface RoundTrip {
  /** From sBTC to the token. Its input is the probe, in sats. */
  readonly buy: Route;
  /** From the token to sBTC: all that was bought. */
  readonly sell: Route;
}

const SATS = 1e8;
/** Dollars spent to buy a token; the next amount is tried when one buys no unit. */
const PROBES_USD = [1n, 10n, 100n, 1000n];

/**
 * Buys each token for a dollar, or as many more as one unit takes, and sells it back. Tokens that cannot be bought or
 * sold are absent, as are those whose route exceeds the contracts' 128-bit arithmetic.
 */
export function makeRoundTrips(
  router: Router,
  sbtc: ContractId,
  tokens: Iterable<ContractId>,
  btcUsd: number,
): ReadonlyMap<ContractId, RoundTrip> {
  const oneDollar = BigInt(Math.round(SATS / btcUsd));
  const trips = new Map<ContractId, RoundTrip>();
  let wanted = [...tokens].filter((token) => token !== sbtc && router.knows(token));
  for (const dollars of PROBES_USD) {
    if (wanted.length === 0) break;
    const bought = router.bestRoutes(sbtc, wanted, oneDollar * dollars);
    for (const [token, buy] of bought) {
      if (exceedsChain(buy)) continue;
      const sell = router.anyBestRoute(token, sbtc, buy.amountOut);
      if (sell !== undefined && !exceedsChain(sell)) trips.set(token, { buy, sell });
    }
    // A token that was bought but cannot be sold is not tried with a larger amount.
    wanted = wanted.filter((token) => !bought.has(token));
  }
  return trips;
}

/** sBTC for a whole token: the geometric mean of what it was bought and sold for. */
export function priceOf({ buy, sell }: RoundTrip, decimals: number): number {
  const tokens = Number(buy.amountOut) / 10 ** decimals;
  const buyPrice = Number(buy.amountIn) / SATS / tokens;
  const sellPrice = Number(sell.amountOut) / SATS / tokens;
  return Math.sqrt(buyPrice * sellPrice);
}

/** Percent lost between buying and selling; below 0 where the pools disagree so much that it is a gain. */
export function lossOf({ buy, sell }: RoundTrip): number {
  return (100 * Number(buy.amountIn - sell.amountOut)) / Number(buy.amountIn);
}
