import type { Brand } from '../shared/brand.js';
import { wholeTokens } from '../shared/whole-tokens.js';
import { exactDouble } from '../shared/exact-double.js';

/** Billionths of a dollar, below 0 for a loss. Exact: sums of them never round. */
export type NanoUsd = Brand<bigint, 'NanoUsd'>;

const DECIMALS = 9;
const NANOS = 10n ** BigInt(DECIMALS);

/** Brands a computed number of billionths of a dollar. */
export const nanoUsd = (value: bigint): NanoUsd => value as NanoUsd;

export const NO_USD = nanoUsd(0n);

/**
 * Dollars of an amount in smallest units, from the exact value of the price, rounded half up to a billionth of a dollar.
 *
 * @param usd dollars for a whole token, above 0.
 */
export function worthOf(units: bigint, decimals: number, usd: number): NanoUsd {
  const [mantissa, exponent] = exactDouble(usd);
  const [shifted, divisor] =
    exponent >= 0 ? [mantissa << BigInt(exponent), 1n] : [mantissa, 1n << BigInt(-exponent)];
  return nanoUsd(roundedHalfUp(units * shifted * NANOS, divisor * 10n ** BigInt(decimals)));
}

/** Divides whole numbers from 0, rounding half up. */
const roundedHalfUp = (dividend: bigint, divisor: bigint): bigint =>
  (2n * dividend + divisor) / (2n * divisor);

/** Dollars as a number, which holds 15 digits exactly. */
export const usdOf = (value: NanoUsd): number => Number(usdText(value));

/** Dollars in decimal digits, exact and without trailing zeros. */
export const usdText = (value: NanoUsd): string =>
  value < 0n ? `-${wholeTokens(0n - value, DECIMALS)}` : wholeTokens(value, DECIMALS);
