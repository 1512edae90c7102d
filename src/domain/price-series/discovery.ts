import type { Router } from '../router/best-route.js';
import type { Registry, Token } from '../market/registry.js';
import { isMarket } from '../vault/kinds.js';
import type { Reserves } from '../vault/vault.js';
import type { ContractId } from '../shared/contract-id.js';
import type { Price } from './price.js';
import { lossOf, makeRoundTrips, priceOf } from './round-trip.js';

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

/**
 * The price of each token of the registry: the geometric mean of buying it for a dollar of sBTC and selling it straight
 * back along the best routes. sBTC is 1 sBTC and a subnet copy has its base's price; no other price is fixed. Tokens
 * that cannot be both bought and sold are absent.
 */
export function discoverPrices({
  registry,
  router,
  reserves,
  btcUsd,
}: MarketSnapshot): ReadonlyMap<ContractId, Price> {
  const quotations = quoteTokens(registry, router, btcUsd);
  const pooled = sumPools(registry, reserves);
  const prices = new Map<ContractId, Price>();
  for (const token of registry.tokens) {
    const quotation = quotations.get(baseOf(token));
    if (quotation === undefined) continue;
    const units = pooled.get(token.contractId) ?? 0n;
    const liquidityUsd = (Number(units) / 10 ** token.decimals) * quotation.usd;
    prices.set(token.contractId, { ...quotation, liquidityUsd });
  }
  return prices;
}

const baseOf = ({ contractId, type, base }: Token): ContractId =>
  type === 'SUBNET' ? (base ?? contractId) : contractId;

/** By token, subnet copies left out. */
function quoteTokens(
  { tokens, sbtc }: MarketSnapshot['registry'],
  router: Router,
  btcUsd: number,
): ReadonlyMap<ContractId, Quotation> {
  const quotations = new Map<ContractId, Quotation>([[sbtc, { usd: btcUsd, sbtc: 1, roundTripLoss: 0 }]]);
  const own = tokens.filter((token) => baseOf(token) === token.contractId);
  const trips = makeRoundTrips(
    router,
    sbtc,
    own.map(({ contractId }) => contractId),
    btcUsd,
  );
  for (const { contractId, decimals } of own) {
    const trip = trips.get(contractId);
    if (trip === undefined) continue;
    const price = priceOf(trip, decimals);
    quotations.set(contractId, { usd: price * btcUsd, sbtc: price, roundTripLoss: lossOf(trip) });
  }
  return quotations;
}

/** The reserves of each token, summed over the vaults that are a market for it. */
function sumPools(
  { vaults }: MarketSnapshot['registry'],
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
