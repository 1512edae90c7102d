import { exceedsChain, type Route, type Router } from '../router/best-route.js';
import type { Registry, Token } from '../market/registry.js';
import { isMarket } from '../vault/kinds.js';
import type { Reserves } from '../vault/vault.js';
import type { ContractId } from '../shared/contract-id.js';
import type { Price } from './price.js';
import { makeWhyUnpriced, type UnpricedReason } from './unpriced.js';

/** The inputs of one price run, all read at the same time. */
export interface MarketSnapshot {
  readonly registry: Pick<Registry, 'tokens' | 'vaults' | 'sbtc'>;
  /** Holds the registry's vaults with these reserves. */
  readonly router: Router;
  readonly reserves: ReadonlyMap<ContractId, Reserves>;
  /** Dollars for one bitcoin, above 0. */
  readonly btcUsd: number;
}

type Quotation = Omit<Price, 'liquidityUsd'>;

/** Result of a price run. Every token of the registry is in exactly one of the two maps. */
export interface Discovery {
  readonly prices: ReadonlyMap<ContractId, Price>;
  readonly unpriced: ReadonlyMap<ContractId, UnpricedReason>;
}

/**
 * The price of each token of the registry: the geometric mean of buying it for a dollar of sBTC and selling it straight back along
 * the best routes. The price of sBTC is 1 sBTC, and a subnet copy has the price of its base; no other price is fixed. A token that
 * cannot be both bought and sold is unpriced. A subnet copy is unpriced for the same reason as its base.
 */
export function discoverPrices({ registry, router, reserves, btcUsd }: MarketSnapshot): Discovery {
  const { quotations, unsold } = quoteTokens(registry, router, btcUsd);
  const pooled = sumPools(registry, reserves);
  const whyUnpriced = makeWhyUnpriced({ registry, router, reserves, unsold });
  const prices = new Map<ContractId, Price>();
  const unpriced = new Map<ContractId, UnpricedReason>();
  for (const token of registry.tokens) {
    const base = baseOf(token);
    const quotation = quotations.get(base);
    if (quotation === undefined) {
      unpriced.set(token.contractId, whyUnpriced(base));
      continue;
    }
    const units = pooled.get(token.contractId) ?? 0n;
    const liquidityUsd = (Number(units) / 10 ** token.decimals) * quotation.usd;
    prices.set(token.contractId, { ...quotation, liquidityUsd });
  }
  return { prices, unpriced };
}

/** The token that is priced: the base of a subnet copy, otherwise the token itself. */
export const baseOf = ({ contractId, type, base }: Token): ContractId =>
  type === 'SUBNET' ? (base ?? contractId) : contractId;

/** Returns quotations by token, without subnet copies, and the set of tokens that could be bought but not sold. */
function quoteTokens({ tokens, sbtc }: MarketSnapshot['registry'], router: Router, btcUsd: number) {
  const quotations = new Map<ContractId, Quotation>([[sbtc, { usd: btcUsd, sbtc: 1, roundTripLoss: 0 }]]);
  const own = tokens.filter((token) => baseOf(token) === token.contractId);
  const wanted = own.map(({ contractId }) => contractId);
  const { trips, unsold } = makeRoundTrips(router, sbtc, wanted, btcUsd);
  for (const { contractId, decimals } of own) {
    const trip = trips.get(contractId);
    if (trip === undefined) continue;
    const price = priceOf(trip, decimals);
    quotations.set(contractId, { usd: price * btcUsd, sbtc: price, roundTripLoss: lossOf(trip) });
  }
  return { quotations, unsold };
}

/** The reserves of each token in smallest units, added up over the vaults that are a market for it. */
export function sumPools(
  { vaults }: Pick<MarketSnapshot['registry'], 'vaults'>,
  reserves: MarketSnapshot['reserves'],
): ReadonlyMap<ContractId, bigint> {
  const pooled = new Map<ContractId, bigint>();
  const add = (token: ContractId, units: bigint) => pooled.set(token, (pooled.get(token) ?? 0n) + units);
  for (const vault of vaults.filter(isMarket)) {
    const held = reserves.get(vault.contractId);
    if (held === undefined) continue;
    add(vault.tokenA, held.reserveA);
    add(vault.tokenB, held.reserveB);
  }
  return pooled;
}

/** A token bought for sBTC and sold straight back, both against the same unchanged reserves. */
export interface RoundTrip {
  /** From sBTC to the token. Its input is the probe, in sats. */
  readonly buy: Route;
  /** From the token to sBTC. Its input is all that was bought. */
  readonly sell: Route;
}

const SATS = 1e8;
/** Dollars spent to buy a token; if an amount does not buy a unit, the next is tried. */
const PROBES_USD = [1n, 10n, 100n, 1000n];

export interface RoundTrips {
  readonly trips: ReadonlyMap<ContractId, RoundTrip>;
  /** Tokens that were bought, but that no route sells. */
  readonly unsold: ReadonlySet<ContractId>;
}

/**
 * Buys each token for a dollar, or for more dollars if that does not buy a unit, and sells it back. There is no trip for tokens
 * that cannot be bought or sold, or whose route exceeds the contracts' 128-bit arithmetic.
 */
export function makeRoundTrips(
  router: Router,
  sbtc: ContractId,
  tokens: Iterable<ContractId>,
  btcUsd: number,
): RoundTrips {
  const oneDollar = BigInt(Math.round(SATS / btcUsd));
  const trips = new Map<ContractId, RoundTrip>();
  const unsold = new Set<ContractId>();
  let wanted = [...tokens].filter((token) => token !== sbtc && router.knows(token));
  for (const dollars of PROBES_USD) {
    if (wanted.length === 0) break;
    const bought = router.bestRoutes(sbtc, wanted, oneDollar * dollars);
    for (const [token, buy] of bought) {
      if (exceedsChain(buy)) continue;
      const sell = router.anyBestRoute(token, sbtc, buy.amountOut);
      if (sell === undefined || exceedsChain(sell)) unsold.add(token);
      else trips.set(token, { buy, sell });
    }
    // A token that was bought but cannot be sold is not tried with a larger amount.
    wanted = wanted.filter((token) => !bought.has(token));
  }
  return { trips, unsold };
}

/** sBTC for a whole token: the geometric mean of its buying and selling price. */
export function priceOf({ buy, sell }: RoundTrip, decimals: number): number {
  const tokens = Number(buy.amountOut) / 10 ** decimals;
  const buyPrice = Number(buy.amountIn) / SATS / tokens;
  const sellPrice = Number(sell.amountOut) / SATS / tokens;
  return Math.sqrt(buyPrice * sellPrice);
}

/** Percent lost between buying and selling; below 0 if the pools disagree so much that it is a gain. */
export function lossOf({ buy, sell }: RoundTrip): number {
  return (100 * Number(buy.amountIn - sell.amountOut)) / Number(buy.amountIn);
}
