import { SigningError, units } from '../../../../sdk/signing/index.js';
import { spelled } from '../../../../sdk/words/language.js';
import { readingsOf } from './readings.js';

/** Input of a visitor: an exact value, or the problem with the input. While the field is empty, there is neither. */
export interface Typed {
  readonly value?: string;
  readonly problem?: string;
}

const MOST_DECIMALS = 18;

/** Smallest units of an amount that is typed in whole tokens. */
export function typedAmount(
  text: string,
  { symbol, decimals }: { readonly symbol: string; readonly decimals: number },
): Typed {
  const tooMany = `${symbol} has ${decimals === 0 ? 'no' : decimals} decimals.`;
  const { value, problem } = typedNumber(text, { most: decimals, tooMany });
  if (value === undefined) return problem === undefined ? {} : { problem };
  return exact(() => units(value, decimals));
}

/** A positive decimal number, written in any of the ways of {@link readingsOf}; `.5` and `5.` are accepted while a number is being typed. */
export function typedNumber(
  text: string,
  { most, tooMany } = { most: MOST_DECIMALS, tooMany: `At most ${MOST_DECIMALS} decimals.` },
): Typed {
  const trimmed = text.trim();
  if (trimmed === '') return {};
  const [read, other] = readingsOf(trimmed);
  if (read === undefined) return { problem: 'Write a number, such as 1.5.' };
  if (other !== undefined) return { problem: 'This can be read in two ways. Choose one.' };
  const [whole = '', fraction = ''] = read.split('.');
  if (fraction.replace(/0+$/, '').length > most) return { problem: tooMany };
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  const kept = fraction.slice(0, most);
  const value = kept === '' ? digits : `${digits}.${kept}`;
  return /[1-9]/.test(value) ? { value } : { problem: 'It must be above 0.' };
}

/** A percentage as typed, without its sign; `none` if it is no number. */
export const shownPercent = (text: string, none: string): string => spelled(typedNumber(text).value ?? none);

const PERCENT_DECIMALS = 16;

/** Fraction of a percentage that is typed: `0.5` gives `0.005`. */
export function typedPercent(text: string, most: number): Typed {
  const { value, problem } = typedNumber(text);
  if (value === undefined) return problem === undefined ? {} : { problem };
  if (Number(value) > most) return { problem: `At most ${most}%.` };
  return exact(() => fractionOf(value));
}

/** Percentage of a trailing stop: up to 99, with two decimals. */
export function typedTrail(text: string): Typed {
  const typed = typedNumber(text, { most: 2, tooMany: 'At most 2 decimals.' });
  return Number(typed.value ?? 0) > 99 ? { problem: 'At most 99%.' } : typed;
}

/** A percentage as a fraction, exact. */
function fractionOf(percent: string): string {
  const digits = units(percent, PERCENT_DECIMALS).padStart(PERCENT_DECIMALS + 3, '0');
  const at = digits.length - PERCENT_DECIMALS - 2;
  return `${digits.slice(0, at)}.${digits.slice(at)}`.replace(/\.?0+$/, '');
}

/** A whole number as typed, within limits. */
export function typedWhole(text: string, least: number, most: number): Typed {
  const trimmed = text.trim();
  if (trimmed === '') return {};
  const number = Number(trimmed);
  return /^\d+$/.test(trimmed) && number >= least && number <= most
    ? { value: String(number) }
    : { problem: `A whole number from ${least} to ${most}.` };
}

function exact(make: () => string): Typed {
  try {
    return { value: make() };
  } catch (error) {
    if (error instanceof SigningError) return { problem: error.message };
    throw error;
  }
}
