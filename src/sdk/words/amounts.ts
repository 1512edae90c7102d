import { decimal } from '../signing/amounts.js';
import { COMMA, POINT } from './language.js';

const GROUPS = /\B(?=(\d{3})+$)/g;

/** Decimal text with thousands separators and all of its digits: `1,234.5`, in German `1.234,5`. */
export function grouped(text: string): string {
  const [whole = '', fraction] = text.split('.');
  return whole.replace(GROUPS, COMMA) + (fraction === undefined ? '' : `${POINT}${fraction}`);
}

/** Smallest units as whole tokens, exact: `1,234.500001`. */
export const exactAmount = (units: bigint | string, decimals: number): string =>
  grouped(decimal(units, decimals));

const KEPT_DIGITS = 6;

/**
 * Smallest units as whole tokens in short form: up to six significant digits, rounded down. A leading `≈` shows that digits were
 * cut off, so nothing looks more exact than it is.
 */
export const shortAmount = (units: string, decimals: number): string =>
  shortDecimal(decimal(units, decimals));

/** Decimal text, 0 or more and of any length, in the short form of {@link shortAmount}. */
export function shortDecimal(exact: string): string {
  const [whole = '', fraction = ''] = exact.split('.');
  const zeros = whole === '0' ? /^0*/.exec(fraction)![0].length : 0;
  const room = Math.max(whole === '0' ? zeros + KEPT_DIGITS : KEPT_DIGITS - whole.length, 0);
  const kept = fraction.slice(0, room).replace(/0+$/, '');
  const text = grouped(kept === '' ? whole : `${whole}.${kept}`);
  return /^0*$/.test(fraction.slice(kept.length)) ? text : `≈ ${text}`;
}
