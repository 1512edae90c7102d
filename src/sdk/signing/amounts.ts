import { U128_MAX } from '../../domain/shared/units.js';
import { wholeTokens } from '../../domain/shared/whole-tokens.js';
import { SigningError } from './errors.js';

/** Units in which amounts of a token are counted. */
export interface TokenUnits {
  /** 0 to 18. */
  readonly decimals: number;
  /** Symbol that an amount may end with. */
  readonly symbol?: string;
}

/** A token, as the server lists it. */
export interface TradedToken extends TokenUnits {
  /** `<address>.<contract-name>`, or `.stx` for STX. */
  readonly contractId: string;
  /** `SUBNET` for a subnet copy, which orders sell. */
  readonly type?: string;
  /** The token that a subnet copy holds 1:1. Its price is also the copy's. */
  readonly base?: string;
}

const MOST_DECIMALS = 18;
const AMOUNT = /^(0|[1-9][0-9]{0,38})(?:\.([0-9]+))?(?: (\S.*))?$/;

/**
 * An amount of whole tokens in smallest units: `units('1.5', 6)` is `'1500000'`. If the token is given in place of its decimals,
 * the text may end with the token's symbol, which is checked: `units('1.5 STX', stx)`.
 *
 * @param amount decimal text. A number is refused: 0.1 + 0.2 is not 0.3.
 * @throws SigningError with code `invalid-amount`, also for more decimals than the token has: only the caller may round.
 * @example
 * const amountIn = units('1.5', 6); // '1500000'
 */
export function units(amount: string, token: number | TokenUnits): string {
  const { decimals, symbol } = typeof token === 'number' ? { decimals: token } : token;
  requireDecimals(decimals);
  const { whole, fraction, named } = parts(amount);
  if (named !== undefined && named.toLowerCase() !== symbol?.toLowerCase())
    throw invalid(`${amount}: the token is ${symbol ?? 'not named here'}, not ${named}`);
  if (fraction.length > decimals)
    throw invalid(`${amount}: has ${fraction.length} decimals, and the token ${decimals}`);
  const value = BigInt(whole + fraction.padEnd(decimals, '0'));
  if (value > U128_MAX) throw invalid(`${amount}: is more than the chain can hold`);
  return value.toString();
}

const DIGITS = /^(0|[1-9][0-9]{0,38})$/;

/**
 * Smallest units as whole tokens, without trailing zeros: `decimal('1500000', 6)` is `'1.5'`. The opposite of {@link units}.
 *
 * @throws SigningError with code `invalid-amount`.
 * @example
 * const shown = decimal('1500000', 6); // '1.5'
 */
export function decimal(amount: string | bigint, decimals: number): string {
  requireDecimals(decimals);
  const digits = typeof amount === 'number' ? undefined : String(amount);
  if (digits === undefined || !DIGITS.test(digits))
    throw invalid(`${String(amount)}: smallest units are decimal digits in a text, or a bigint`);
  return wholeTokens(BigInt(digits), decimals);
}

/** A positive decimal text as an exact fraction of two whole numbers. */
export function ratio(price: string): { readonly dividend: bigint; readonly divisor: bigint } {
  const { whole, fraction, named } = parts(price);
  const dividend = BigInt(whole + fraction);
  if (named !== undefined || dividend === 0n) throw invalid(`${price}: a price is decimal text above 0`);
  return { dividend, divisor: 10n ** BigInt(fraction.length) };
}

function parts(amount: unknown) {
  if (typeof amount !== 'string')
    throw invalid(`an amount is decimal text such as '1.5', not a ${typeof amount}: numbers lose digits`);
  const [, whole, fraction = '', named] = AMOUNT.exec(amount) ?? [];
  if (whole === undefined)
    throw invalid(`${amount}: must be a decimal number such as 1.5, without sign, exponent or separators`);
  return { whole, fraction, named };
}

function requireDecimals(decimals: number): void {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > MOST_DECIMALS)
    throw invalid(`${decimals}: decimals are a whole number from 0 to ${MOST_DECIMALS}`);
}

const invalid = (message: string) => new SigningError(message, 'invalid-amount');
