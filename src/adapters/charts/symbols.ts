import type { PricedToken } from '../../application/prices/price-list-cache.js';
import { QUOTES, type PriceQuote } from '../../domain/price-series/price.js';
import { err, ok, type Result } from '../../domain/shared/result.js';

/** A token in one of the quotes, as shown in a chart. */
export interface ChartSymbol {
  readonly token: PricedToken;
  /** Text by which people tell the token from the others. */
  readonly label: string;
  readonly quote: PriceQuote;
}

/** A caller's text for a symbol, such as `CHA/USD`, parsed. */
export interface NamedSymbol {
  /** A contract id, a label, or a symbol that several tokens may share. */
  readonly name: string;
  readonly quote: PriceQuote;
}

export const QUOTE_NAMES: Readonly<Record<PriceQuote, string>> = { usd: 'USD', sbtc: 'SBTC' };

/** Returns the unique name of a chart's symbol. It contains the contract id, because tokens' symbols are not unique. */
export const tickerOf = (contractId: string, quote: PriceQuote): string =>
  `${contractId}/${QUOTE_NAMES[quote]}`;

/** Reads `<contract id or symbol>/<quote>`; the quote defaults to dollars. A symbol may itself contain a slash. */
export function parseSymbol(text: string): NamedSymbol {
  const slash = text.lastIndexOf('/');
  const ending = text.slice(slash + 1).toLowerCase();
  const quote = QUOTES.find((known) => slash > 0 && known === ending);
  return quote === undefined ? { name: text, quote: 'usd' } : { name: text.slice(0, slash), quote };
}

/** Returns a function that labels a token: with its symbol, and the contract's name if another token of the list has the same symbol. */
const labeller = (tokens: readonly PricedToken[]) => {
  const count = new Map<string, number>();
  const key = ({ about }: PricedToken) => about.symbol.toLowerCase();
  for (const token of tokens) count.set(key(token), (count.get(key(token)) ?? 0) + 1);
  return (one: PricedToken): string =>
    (count.get(key(one)) ?? 0) > 1
      ? `${one.about.symbol} (${one.token.slice(one.token.indexOf('.') + 1)})`
      : one.about.symbol;
};

/** Reason why a name does not identify a single token. */
export type SymbolError =
  | { readonly kind: 'unknown-symbol'; readonly name: string }
  | { readonly kind: 'unknown-quote'; readonly name: string; readonly quote: string }
  | { readonly kind: 'ambiguous-symbol'; readonly name: string; readonly tickers: readonly string[] };

/** Maximum number of tickers in an error. */
const MOST_NAMED = 5;

/** Finds the single token of the list with the name. */
export function findSymbol(text: string, tokens: readonly PricedToken[]): Result<ChartSymbol, SymbolError> {
  const { name, quote } = parseSymbol(text);
  const [first, ...more] = tokensNamed(name, tokens);
  if (first === undefined) return err(unknownSymbol(text, tokens));
  if (more.length === 0) return ok({ token: first, label: labeller(tokens)(first), quote });
  const tickers = [first, ...more].slice(0, MOST_NAMED).map(({ token }) => tickerOf(token, quote));
  return err({ kind: 'ambiguous-symbol', name: text, tickers });
}

/** Returns the error for a name that no token has: `unknown-quote` if a token has the part of it before the last slash. */
export function unknownSymbol(text: string, tokens: readonly PricedToken[]): SymbolError {
  const slash = text.lastIndexOf('/');
  const [name, quote] = [text.slice(0, Math.max(0, slash)), text.slice(slash + 1)];
  return tokensNamed(name, tokens).length > 0
    ? { kind: 'unknown-quote', name, quote }
    : { kind: 'unknown-symbol', name: text };
}

/**
 * Returns the tokens with this contract id, alone or after the symbol as in `STX:.stx`; or else with this label, or else with this
 * symbol, of which a token's own subnet copies are left out. Ignores case, which charts may change.
 */
export function tokensNamed(name: string, tokens: readonly PricedToken[]): readonly PricedToken[] {
  const wanted = name.toLowerCase();
  const labelOf = labeller(tokens);
  const ways: readonly ((one: PricedToken) => string)[] = [
    ({ token }) => token,
    ({ token, about }) => `${about.symbol}:${token}`,
    labelOf,
    ({ about }) => about.symbol,
  ];
  for (const way of ways) {
    const found = tokens.filter((one) => way(one).toLowerCase() === wanted);
    if (found.length > 0) return withoutCopies(found);
  }
  return [];
}

const withoutCopies = (found: readonly PricedToken[]): readonly PricedToken[] =>
  found.filter(({ about: { base } }) => !found.some(({ token }) => token === base));

/**
 * Finds tokens whose symbol, name or contract id contains the text, exact symbols first. Returns each in both quotes, unless the
 * text names one.
 */
export function searchSymbols(
  text: string,
  tokens: readonly PricedToken[],
  limit: number,
): readonly ChartSymbol[] {
  const { name, quote } = parseSymbol(text.trim());
  const wanted = name.toLowerCase();
  const quotes = text.includes('/') && wanted !== text.trim().toLowerCase() ? [quote] : QUOTES;
  const labelOf = labeller(tokens);
  const ranked = [0, 1, 2].map((rank) => tokens.filter((one) => rankOf(one, wanted) === rank));
  return ranked
    .flat()
    .slice(0, limit)
    .flatMap((token) => quotes.map((each) => ({ token, label: labelOf(token), quote: each })))
    .slice(0, limit);
}

/** Returns the rank of a match: 0 for the exact symbol, 1 for a prefix of it, 2 for the text anywhere; undefined if there is no match. */
function rankOf({ token, about }: PricedToken, wanted: string): number | undefined {
  const symbol = about.symbol.toLowerCase();
  if (symbol === wanted) return 0;
  if (symbol.startsWith(wanted)) return 1;
  return [symbol, about.name.toLowerCase(), token.toLowerCase()].some((text) => text.includes(wanted))
    ? 2
    : undefined;
}

/** Approximate number of digits of a displayed price. */
const SHOWN_DIGITS = 6;
const MOST_DECIMALS = 16;

/** Returns ten to the power of the number of decimal places, 2 to 16, for a price of this size. */
export function priceScaleOf({ token, quote }: ChartSymbol): number {
  const size = Math.floor(Math.log10(token[quote]));
  return 10 ** Math.min(MOST_DECIMALS, Math.max(2, SHOWN_DIGITS - 1 - size));
}
