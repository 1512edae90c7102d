import { decimal } from '../signing/amounts.js';

/** An amount of a token, in its smallest units. */
export interface Amount {
  readonly units: bigint;
  readonly decimals: number;
}

const PLACES = 18;
const ONE = 10n ** BigInt(PLACES);
const DIGITS = 8;

/**
 * Amount of `of` for one whole token of `per`, as decimal text of up to eight significant digits, rounded down; undefined if
 * either is 0.
 */
export function rateOf(of: Amount, per: Amount): string | undefined {
  if (of.units === 0n || per.units === 0n) return undefined;
  const rate = (of.units * 10n ** BigInt(per.decimals) * ONE) / (per.units * 10n ** BigInt(of.decimals));
  return rate === 0n ? undefined : shortened(decimal(rate, PLACES));
}

function shortened(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  const zeros = whole === '0' ? /^0*/.exec(fraction)![0].length : 0;
  const room = Math.max(whole === '0' ? zeros + DIGITS : DIGITS - whole.length, 0);
  const kept = fraction.slice(0, room).replace(/0+$/, '');
  return kept === '' ? whole : `${whole}.${kept}`;
}

/**
 * Difference between an amount and the expected one, as a signed fraction of the latter: 0.1 is 10% more; undefined if nothing is
 * expected.
 */
export function distance(amount: bigint, expected: bigint): number | undefined {
  if (expected === 0n) return undefined;
  return Number(((amount - expected) * 1_000_000n) / expected) / 1_000_000;
}
