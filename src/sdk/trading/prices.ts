import type { Token } from '../../domain/market/registry.js';
import type { NamedLevel } from '../client/orders/named-terms.js';
import { decimal, units, type Bound, type UnsignedOrder } from '../signing/index.js';
import type { Market } from '../words/warnings.js';
import { TermsError } from './terms-error.js';

/** Context in which the terms of an order are read. */
export interface Deal {
  readonly sell: Token;
  readonly buy: Token;
  readonly tokens: readonly Token[];
  /** Current time in Unix milliseconds. */
  readonly now: () => number;
  readonly market: Pick<Market, 'priceOf'> & {
    readonly quote: { readonly amountOutExact: string } | undefined;
  };
}

/** Token of a price, its unit, and the unit as it is shown. */
export interface Priced {
  readonly token: Token;
  /** Contract id of the token that counts the price; dollars when absent. */
  readonly in?: string;
  readonly unit: string;
}

/** Bound that does not depend on the quote at the time of sending. */
export type FixedBound = Exclude<Bound, { readonly slippage: string }>;

const LEAST_PERCENT = -99;
const MOST_PERCENT = 10_000;

/** Hundredths of a percent. */
function basisPoints(field: string, percent: unknown): bigint {
  if (typeof percent === 'number' && percent >= LEAST_PERCENT && percent <= MOST_PERCENT)
    return BigInt(Math.round(percent * 100));
  throw new TermsError(field, `a number, not text, from ${LEAST_PERCENT} to ${MOST_PERCENT}`);
}

/** A fraction as decimal text, of a fraction or of percent: `0.01` of `0.01` and of `1%`. */
export function fractionText(field: string, value: unknown): string {
  const [, number, percent] =
    /^([0-9]+(?:\.[0-9]+)?) ?(%?)$/.exec(typeof value === 'string' ? value : '') ?? [];
  if (number === undefined)
    throw new TermsError(field, 'a fraction such as “0.01”, or percent such as “1%”, as text');
  return percent === '' ? number : decimal(units(number, PERCENT), PERCENT.decimals + 2);
}

/** Percent as an amount, so that its text is divided exactly. */
const PERCENT = { symbol: '%', decimals: 6 };

const RATE = /^([0-9.]+) +(\S+)$/;

/** The bound that a rate with its unit sets. */
export function rateBound(field: string, rate: unknown, { sell, buy, tokens }: Deal): FixedBound {
  const [, price, unit] = RATE.exec(typeof rate === 'string' ? rate : '') ?? [];
  // Of a copy, the name of its base too.
  const isCalled = (name: string | undefined, { contractId, base }: Token): boolean =>
    tokens.some(
      (token) =>
        (token.contractId === contractId || token.contractId === base) &&
        (token.contractId === name || token.symbol.toLowerCase() === name?.toLowerCase()),
    );
  const ofSell = isCalled(unit, sell);
  const ofBuy = isCalled(unit, buy);
  if (price !== undefined && ofSell !== ofBuy) return ofSell ? { maxPrice: price } : { minPrice: price };
  throw new TermsError(
    field,
    `decimal text with the token that counts it: “… ${sell.symbol}” for each ${buy.symbol}, or “… ${buy.symbol}” for each ${sell.symbol}`,
  );
}

/** The least output that is so far from what the market pays for the amount. */
export function outputBound(
  field: string,
  percent: unknown,
  { sell, buy, market: { quote } }: Deal,
): FixedBound {
  const bps = basisPoints(field, percent);
  const paid = BigInt(quote?.amountOutExact ?? 0);
  if (paid === 0n)
    throw new TermsError(
      field,
      `the market quotes nothing for this amount of ${sell.symbol} in ${buy.symbol}: give a price`,
    );
  return { atLeast: decimal((paid * (10_000n + bps) + 9_999n) / 10_000n, buy.decimals) };
}

const LEVEL = /^([0-9]+(?:\.[0-9]+)?)(?: +(\S+))?$/;

/** Current price of a token in the unit; undefined if unknown. */
export const marketPrice = ({ market }: Pick<Deal, 'market'>, { token, in: unit }: Priced) =>
  market.priceOf(token.base ?? token.contractId, unit ?? 'USD');

/** Side of the market on which a level must be; undefined if it may be on either. */
export type Side = 'below' | 'above' | undefined;

/** Price of a level as decimal text. `field` is the level's own name within the terms, or empty. */
export function levelPrice(
  field: string,
  { price, percentFromMarket: percent }: NamedLevel,
  { deal, priced, side }: { readonly deal: Deal; readonly priced: Priced; readonly side?: Side },
): string {
  const [priceField, percentField] = [nameIn(field, 'price'), nameIn(field, 'percentFromMarket')];
  if ((price === undefined) === (percent === undefined))
    throw new TermsError(priceField, `give either ${priceField} or ${percentField}`);
  const now = marketPrice(deal, priced);
  if (price !== undefined) {
    const [, bare, unit = priced.unit] = LEVEL.exec(typeof price === 'string' ? price : '') ?? [];
    if (bare === undefined || unit.toLowerCase() !== priced.unit.toLowerCase())
      throw new TermsError(
        priceField,
        `decimal text in ${priced.unit}, such as “1.5” or “1.5 ${priced.unit}”`,
      );
    requireSide(priceField, bare, { now, priced, side });
    return bare;
  }
  const bps = basisPoints(percentField, percent);
  if (now === undefined)
    throw new TermsError(
      percentField,
      `${priced.token.symbol} has no market price in this unit: give ${priceField}`,
    );
  const wanted = priceText((now * Number(10_000n + bps)) / 10_000);
  requireSide(percentField, wanted, { now, priced, side });
  return wanted;
}

const RELATIVE = /(%|bp)$/;

/** Distance of a trailing stop, as `sluice/signing` reads it. A bare number could be percent as well as a price. */
export function trailDistance(
  field: string,
  distance: unknown,
  { deal, priced }: { readonly deal: Deal; readonly priced: Priced },
): string {
  if (typeof distance === 'string' && RELATIVE.test(distance)) return distance;
  const [, price, unit] = RATE.exec(typeof distance === 'string' ? distance : '') ?? [];
  if (price === undefined || unit?.toLowerCase() !== priced.unit.toLowerCase())
    throw new TermsError(field, `a distance with its unit: “5%”, “500bp” or “0.05 ${priced.unit}”`);
  const now = marketPrice(deal, priced);
  if (now !== undefined && Number(price) >= now)
    throw new TermsError(field, `must be less than the price, which is ${priceText(now)} ${priced.unit}`);
  return price;
}

interface Sided {
  readonly now: number | undefined;
  readonly priced: Priced;
  readonly side: Side;
  /** Name of the price `now`. */
  readonly of?: string;
}

function requireSide(field: string, price: string, { now, priced, side, of = 'the market' }: Sided): void {
  if (now === undefined || side === undefined) return;
  if (side === 'below' ? Number(price) < now : Number(price) > now) return;
  throw new TermsError(
    field,
    `a ${side === 'below' ? 'stop' : 'target'} must be ${side} ${of}, which is ${priceText(now)} ${priced.unit}`,
  );
}

/**
 * Refuses exits that would be sent as soon as their entry is confirmed. The price is then the market's, or the lower one that the
 * entry waits for.
 */
export function requireExitSides(
  [entry, ...exits]: readonly UnsignedOrder[],
  { deal, priced }: { readonly deal: Deal; readonly priced: Priced },
): void {
  const now = marketPrice(deal, priced);
  const paid = Number(deal.market.quote?.amountOutExact ?? 0);
  const least = Number(entry?.minAmountOut ?? 0);
  const then = now !== undefined && paid > 0 && least > paid ? (now * paid) / least : now;
  for (const { targetPrice, direction } of exits) {
    if (targetPrice === undefined) continue;
    const [field, side] = direction === 'gt' ? (['target', 'above'] as const) : (['stop', 'below'] as const);
    requireSide(nameIn(field, 'price'), targetPrice, {
      now: then,
      priced,
      side,
      of: 'the price at the entry',
    });
  }
}

/** Name of a term within another. */
export const nameIn = (outer: string, name: string): string => (outer === '' ? name : `${outer}.${name}`);

/** Significant digits of a computed price. */
const DIGITS = 8;
const MOST_DECIMALS = 18;

/** A positive number as decimal text without exponent. */
export function priceText(price: number): string {
  const decimals = Math.min(MOST_DECIMALS, Math.max(0, DIGITS - 1 - Math.floor(Math.log10(price))));
  const text = price.toFixed(decimals);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
