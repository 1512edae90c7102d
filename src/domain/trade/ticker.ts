import type { ContractId } from '../shared/contract-id.js';
import { BOUNDS, BOUNDS_OF, isRoutable } from '../vault/kinds.js';
import type { Reserves, Vault } from '../vault/vault.js';
import type { TradeTotals } from './coverage.js';
import type { RecordedTrade } from './recorded-trade.js';

/** Market of a vault: prices of a whole token A in whole tokens B, and amounts in whole tokens. */
export interface Ticker {
  readonly vault: ContractId;
  readonly base: ContractId;
  readonly target: ContractId;
  /** Price of the newest trade, or else the mean of bid and ask. */
  readonly lastPrice: number;
  /** Traded in 24 hours; null if not every trade is recorded. */
  readonly baseVolume: number | null;
  readonly targetVolume: number | null;
  /** Dollars that the vault holds; null if unknown. */
  readonly liquidityUsd: number | null;
  /** Price for a small sale of the base token, after the fee; null if the reserves do not tell. */
  readonly bid: number | null;
  /** Price for a small purchase of the base token, with the fee; null if the reserves do not tell. */
  readonly ask: number | null;
  /** Highest and lowest price of the trades in 24 hours; null without one. */
  readonly high: number | null;
  readonly low: number | null;
}

/** Facts that a ticker is made of. */
export interface TickerFacts {
  readonly vault: Vault;
  /** Decimals of token A and token B. */
  readonly decimals: readonly [number, number];
  readonly reserves: Pick<Reserves, 'reserveA' | 'reserveB'> | undefined;
  readonly newest: RecordedTrade | undefined;
  /** The vault's trades of 24 hours by direction; undefined if not every trade is recorded. */
  readonly totals: readonly TradeTotals[] | undefined;
  readonly liquidityUsd: number | null;
}

/** Returns the ticker of a vault; undefined if it never traded and its reserves tell no price. */
export function tickerOf({
  vault,
  decimals,
  reserves,
  newest,
  totals,
  liquidityUsd,
}: TickerFacts): Ticker | undefined {
  const { contractId, tokenA, tokenB } = vault;
  const [unitA, unitB] = decimals.map((digits) => 10 ** digits) as [number, number];
  /** Price of A in B by amounts in smallest units. */
  const priceOf = (a: number, b: number) => b / unitB / (a / unitA);
  const spread = spreadOf(vault, reserves, priceOf);
  const sells = totals?.find(({ tokenIn }) => tokenIn === tokenA);
  const buys = totals?.find(({ tokenIn }) => tokenIn === tokenB);
  const prices = [
    ...(sells === undefined ? [] : [priceOf(1, sells.lowest), priceOf(1, sells.highest)]),
    ...(buys === undefined ? [] : [priceOf(buys.lowest, 1), priceOf(buys.highest, 1)]),
  ].filter((price) => Number.isFinite(price) && price > 0);
  const last = newest && lastPriceOf(newest, tokenA, priceOf);
  const lastPrice = last ?? (spread && (spread.bid + spread.ask) / 2);
  if (lastPrice === undefined) return undefined;
  const [paidA, paidB] = [sells?.amountIn ?? 0, sells?.amountOut ?? 0];
  return {
    vault: contractId,
    base: tokenA,
    target: tokenB,
    lastPrice,
    baseVolume: totals === undefined ? null : (paidA + (buys?.amountOut ?? 0)) / unitA,
    targetVolume: totals === undefined ? null : (paidB + (buys?.amountIn ?? 0)) / unitB,
    liquidityUsd,
    bid: spread?.bid ?? null,
    ask: spread?.ask ?? null,
    high: prices.length === 0 ? null : Math.max(...prices),
    low: prices.length === 0 ? null : Math.min(...prices),
  };
}

/** Prices of the smallest trades; undefined unless the vault's price is the ratio of its reserves. */
function spreadOf(
  vault: Vault,
  reserves: TickerFacts['reserves'],
  priceOf: (a: number, b: number) => number,
): { readonly bid: number; readonly ask: number } | undefined {
  if (!isRoutable(vault) || reserves === undefined) return undefined;
  const bounds: number = BOUNDS_OF[vault.kind];
  if (bounds !== BOUNDS.product && bounds !== BOUNDS.twoFees) return undefined;
  const { reserveA, reserveB } = reserves;
  if (reserveA === 0n || reserveB === 0n || vault.feePpm >= 1_000_000) return undefined;
  const price = priceOf(Number(reserveA), Number(reserveB));
  const kept = 1 - vault.feePpm / 1_000_000;
  return { bid: price * kept, ask: price / kept };
}

function lastPriceOf(
  { tokenIn, amountIn, amountOut }: RecordedTrade,
  tokenA: ContractId,
  priceOf: (a: number, b: number) => number,
): number | undefined {
  const [paid, received] = [Number(amountIn), Number(amountOut)];
  const price = tokenIn === tokenA ? priceOf(paid, received) : priceOf(received, paid);
  return Number.isFinite(price) && price > 0 ? price : undefined;
}
