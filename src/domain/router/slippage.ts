import { err, ok, type Invalid, type Result } from '../shared/result.js';
import { toUnits, type Units } from '../shared/units.js';

/** A fraction from 0 to 0.5, exact: `numerator / denominator`, with a power of ten as denominator. */
export interface Slippage {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const DECIMAL = /^(\d{1,3})(?:\.(\d{1,30}))?$/;
const SHORTEST_NUMBER = /^(\d+)(?:\.(\d+))?(?:e-(\d+))?$/;

/**
 * Parses a fraction from 0 to 0.5 by its decimal digits: 0.01 means exactly one hundredth, not the nearest double. Text must be a
 * plain decimal with at most 30 places. Anything else is `invalid-slippage`.
 *
 * @example
 * const slippage = unwrap(parseSlippage('0.005')); // 0.5 %
 */
export function parseSlippage(raw: unknown): Result<Slippage, Invalid<'invalid-slippage'>> {
  const invalid = () =>
    err({ kind: 'invalid-slippage' as const, reason: 'must be a fraction from 0 to 0.5' });
  const digits =
    typeof raw === 'string'
      ? DECIMAL.exec(raw)
      : typeof raw === 'number'
        ? SHORTEST_NUMBER.exec(String(raw))
        : null;
  if (digits === null) return invalid();
  const [, whole = '', places = '', exponent = '0'] = digits;
  const numerator = BigInt(whole + places);
  const denominator = 10n ** BigInt(places.length + Number(exponent));
  return numerator * 2n > denominator ? invalid() : ok({ numerator, denominator });
}

/**
 * amount · (1 − slippage), rounded up: the least output that the chain accepts. The possible loss is rounded down to whole units,
 * so the bound never allows more than the slippage; if the loss is less than a unit, the bound is the amount itself.
 */
export function lowerBound(amount: Units, { numerator, denominator }: Slippage): Units {
  return toUnits(amount - (amount * numerator) / denominator);
}

/** floor(amount · (1 − slippage)): the least output as stated in quotes. The chain's bound is never lower. */
export function lessSlippage(amount: Units, { numerator, denominator }: Slippage): Units {
  return toUnits((amount * (denominator - numerator)) / denominator);
}

/** floor(amount · (1 + slippage)): the most input to spend. Not `Units`, because it can exceed 2^128 - 1. */
export function upperBound(amount: Units, { numerator, denominator }: Slippage): bigint {
  return (amount * (denominator + numerator)) / denominator;
}
