/** A number in the visitor's reading direction, with as many digits as say something, and no more. */
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const cents = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const significant = new Intl.NumberFormat('en', { maximumSignificantDigits: 4, maximumFractionDigits: 20 });
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

const MINUS = '−';
const signed = (text: string): string => text.replace('-', MINUS);

/** A price in dollars: cents from 1 dollar on, four digits that count below. `$63.20`, `$0.001234`. */
export const dollars = (value: number): string =>
  value !== 0 && Math.abs(value) < 1
    ? signed(`$${significant.format(value)}`)
    : signed(`$${cents.format(value)}`);

/** A price in sBTC, whole sats below a thousandth: `0.0000194 sBTC`. */
export const bitcoins = (value: number): string => `${significant.format(value)} sBTC`;

/** An amount of dollars where the order of magnitude matters: `$1.23M`. */
export const roughDollars = (value: number): string =>
  value < 1_000 ? `$${whole.format(value)}` : `$${compact.format(value)}`;

/** A change in percent with its sign: `+1.20%`, `−0.35%`; a dash where it is not known. */
export const percent = (value: number | null): string => {
  if (value === null) return '–';
  const text = cents.format(Math.abs(value));
  return `${value > 0 ? '+' : value < 0 ? MINUS : ''}${text}%`;
};

/** A fraction as percent, without a sign: `0.35%`. */
export const share = (fraction: number): string =>
  `${new Intl.NumberFormat('en', { maximumSignificantDigits: 3 }).format(fraction * 100)}%`;

/** A number without a unit, four digits that count: `0.00002`. */
export const exactNumber = (value: number): string => significant.format(value);

/** A fraction as percent where less than a hundredth of a percent says nothing: `< 0.01%`. */
export const roughShare = (fraction: number): string =>
  fraction > 0 && fraction < 0.0001 ? '< 0.01%' : share(fraction);
