import type { Brand } from './brand.js';
import { err, ok, type Invalid, type Result } from './result.js';

/** An amount in a token's smallest unit, 0 to 2^128 - 1. */
export type Units = Brand<bigint, 'Units'>;

/** The largest unsigned numbers of the chain, with 64 and 128 bits. */
export const U64_MAX = 2n ** 64n - 1n;
export const U128_MAX = 2n ** 128n - 1n;

const DIGITS = /^(0|[1-9][0-9]{0,38})$/;

/**
 * Reads decimal digits without sign, leading zero or exponent. The bounds are inclusive and default to 0 and 2^128 - 1.
 *
 * @example
 * const amountIn = unwrap(parseUnits('1000000', { min: 1n }));
 */
export function parseUnits(
  raw: unknown,
  { min = 0n, max = U128_MAX }: { min?: bigint; max?: bigint } = {},
): Result<Units, Invalid<'invalid-units'>> {
  const invalid = (reason: string) => err({ kind: 'invalid-units' as const, reason });
  if (typeof raw !== 'string') return invalid('must be a string of decimal digits');
  if (!DIGITS.test(raw))
    return invalid('must be a whole number in decimal digits, without sign or leading zero');
  const value = BigInt(raw);
  if (value < min || value > max) return invalid(`must be between ${min} and ${max}`);
  return ok(value as Units);
}

/**
 * Brands a computed amount.
 *
 * @throws RangeError outside 0 to 2^128 - 1, which the chain cannot represent.
 * @example
 * const half = toUnits(amount / 2n);
 */
export function toUnits(value: bigint): Units {
  if (value < 0n || value > U128_MAX) throw new RangeError(`${value} is not an amount of units`);
  return value as Units;
}
