import type { Router } from '../router/best-route.js';
import type { Registry } from '../market/registry.js';
import type { ContractId } from '../shared/contract-id.js';
import { baseOf, lossOf, makeRoundTrips, priceOf } from './discovery.js';
import type { Price } from './price.js';

export type SpotPrice = Pick<Price, 'usd' | 'roundTripLoss'>;

/**
 * Returns the prices that a run on these reserves would record for the tokens, except liquidity; tokens without a price are
 * absent.
 */
export function spotPrices(
  { tokens, sbtc }: Pick<Registry, 'tokens' | 'sbtc'>,
  router: Router,
  wanted: ReadonlySet<ContractId>,
  btcUsd: number,
): ReadonlyMap<ContractId, SpotPrice> {
  const about = new Map(tokens.map((token) => [token.contractId, token]));
  const priced = tokens.filter(({ contractId }) => wanted.has(contractId));
  const { trips } = makeRoundTrips(router, sbtc, new Set(priced.map(baseOf)), btcUsd);
  const spots = new Map<ContractId, SpotPrice>();
  for (const token of priced) {
    const base = baseOf(token);
    const [trip, decimals] = [trips.get(base), about.get(base)?.decimals];
    if (base === sbtc) spots.set(token.contractId, { usd: btcUsd, roundTripLoss: 0 });
    else if (trip !== undefined && decimals !== undefined)
      spots.set(token.contractId, { usd: priceOf(trip, decimals) * btcUsd, roundTripLoss: lossOf(trip) });
  }
  return spots;
}
