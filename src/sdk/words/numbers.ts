import { LANGUAGE, PERCENT, POINT, spelled } from './language.js';

/** Formats of numbers, each with only its meaningful digits. */
const whole = new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 0 });
const cents = new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const significant = new Intl.NumberFormat(LANGUAGE, {
  maximumSignificantDigits: 4,
  maximumFractionDigits: 20,
});
const compact = new Intl.NumberFormat(LANGUAGE, { notation: 'compact', maximumSignificantDigits: 3 });

const MINUS = '−';
const signed = (text: string): string => text.replace('$-', `${MINUS}$`).replace('-', MINUS);

const PRICE_DIGITS = 4;

/** A price in dollars: at least cents, and below 100 dollars four significant digits. `$100,000.00`, `$1.992`, `$0.001234`. */
export function dollars(value: number): string {
  const magnitude = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
  const fraction = Math.min(Math.max(PRICE_DIGITS - 1 - magnitude, 2), 20);
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: fraction };
  return signed(`$${new Intl.NumberFormat(LANGUAGE, digits).format(value)}`);
}

const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';
const MOST_ZEROS = 5;
const MOST_PRICE = 1e9;

/**
 * A price in dollars that fits a column: many zeros after the point are counted, `$0.0₁₇1` for 17 of them, and a huge price has an
 * exponent, `$3.3e21`. Others are as {@link dollars} writes them.
 */
export function shortDollars(value: number): string {
  if (value >= MOST_PRICE)
    return `$${spelled(Number(value.toPrecision(PRICE_DIGITS)).toExponential().replace('+', ''))}`;
  const [digits = '', exponent] = value.toExponential(PRICE_DIGITS - 1).split('e');
  const zeros = -Number(exponent) - 1;
  if (zeros < MOST_ZEROS) return dollars(value);
  return `$0${POINT}0${[...String(zeros)].map((digit) => SUBSCRIPTS[Number(digit)]).join('')}${digits.replace('.', '').replace(/0+$/, '')}`;
}

/** A price in sBTC, in whole sats below a thousandth: `0.0000194 sBTC`. */
export const bitcoins = (value: number): string => `${significant.format(value)} sBTC`;

/** A rough amount of dollars, in short form: `$1.23M`. */
export const roughDollars = (value: number): string =>
  value < 1_000 ? `$${whole.format(value)}` : `$${compact.format(value)}`;

/** A change in percent with its sign: `+1.20%`, `−0.35%`, `0.00%`; a dash if unknown. */
export const percent = (value: number | null): string => {
  if (value === null) return '–';
  const text = cents.format(Math.abs(value));
  const sign = text === cents.format(0) ? '' : value > 0 ? '+' : MINUS;
  return `${sign}${text}${PERCENT}`;
};

/** A fraction as percent, with up to `decimals` decimals: `12.5%`. */
export const percentOf = (fraction: number, decimals = 2): string =>
  fraction.toLocaleString(LANGUAGE, { style: 'percent', maximumFractionDigits: decimals });

/** A fraction as percent, without a sign: `0.35%`. */
export const share = (fraction: number): string =>
  signed(
    `${new Intl.NumberFormat(LANGUAGE, { maximumSignificantDigits: 3 }).format(fraction * 100)}${PERCENT}`,
  );

/** A number without a unit, with four significant digits: `0.00002`. */
export const plainNumber = (value: number): string => significant.format(value);

const plain = new Intl.NumberFormat('en', {
  maximumSignificantDigits: 8,
  maximumFractionDigits: 20,
  useGrouping: false,
});

/** A number as decimal text for programs, the same in all languages: eight significant digits, without separators or an exponent. */
export const decimalText = (value: number): string => plain.format(value);

/** Loss as percent, from a fraction: two decimals, rounded up so that it never looks smaller than it is. `6.95%`, `< 0.01%`. */
export const loss = (fraction: number): string => {
  if (fraction > 0 && fraction < 0.0001) return `< ${cents.format(0.01)}${PERCENT}`;
  // In floating point, 0.07 · 10,000 is slightly more than 700.
  const hundredths = Math.ceil(fraction * 10_000 - 1e-6);
  return `${spelled(String(hundredths / 100))}${PERCENT}`;
};

const EXACT_WORTH = 1e6;
const MOST_WORTH = 1e15;

/** Dollar worth of an amount, in short form: `$11.66`, `$1.23M`, `> $999T`. */
export const worth = (value: number): string =>
  value >= MOST_WORTH
    ? `> ${roughDollars(MOST_WORTH - 1e12)}`
    : value >= EXACT_WORTH
      ? roughDollars(value)
      : dollars(value);
