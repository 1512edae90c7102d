import { isMarket, rulesOf } from '../vault/kinds.js';
import type { Vault } from '../vault/vault.js';

/** Days of the periods for which figures are given. */
export const PERIOD_DAYS = { '24h': 1, '7d': 7 } as const;
/** A period of figures that ends now. */
export type Period = keyof typeof PERIOD_DAYS;

/** Trades of a period. */
export interface Activity {
  readonly trades: number;
  /** Dollars. */
  readonly volumeUsd: number;
  /** Dollars of fees on the volume, at the vault's present fee; null if that is unknown. */
  readonly feesUsd: number | null;
  /** Percent a year that the fees of the period are of what the vault holds; null if either is unknown, or it holds nothing. */
  readonly yieldPercent: number | null;
}

const MILLION = 1_000_000;
const DAYS_PER_YEAR = 365;

/** Returns what the vault earned in a period in which it traded this much. The operator's part of the fee earns providers nothing. */
export function activityOf(
  { feePpm, protocolFeePpm = 0 }: Pick<Vault, 'feePpm' | 'protocolFeePpm'>,
  { trades, usd }: { readonly trades: number; readonly usd: number },
  tvlUsd: number | null,
  period: Period,
): Activity {
  if (feePpm === undefined) return { trades, volumeUsd: usd, feesUsd: null, yieldPercent: null };
  const earned = (usd * (feePpm - protocolFeePpm)) / MILLION;
  const perYear = (earned * DAYS_PER_YEAR) / PERIOD_DAYS[period];
  const yieldPercent = tvlUsd === null || tvlUsd === 0 ? null : (perYear / tvlUsd) * 100;
  return { trades, volumeUsd: usd, feesUsd: (usd * feePpm) / MILLION, yieldPercent };
}

/**
 * Dollars that the vault holds; null if an amount or a price is unknown, or if its reserves are not what it holds. A bridge holds the
 * base token alone, since each copy is backed by one.
 */
export function tvlOf(vault: Vault, [a, b]: readonly [number | null, number | null]): number | null {
  if (rulesOf(vault).isEven) return a;
  return !isMarket(vault) || a === null || b === null ? null : a + b;
}
