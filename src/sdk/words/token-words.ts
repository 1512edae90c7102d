import { exactAmount, grouped, shortDecimal } from './amounts.js';
import { shortId } from './names.js';
import { share } from './numbers.js';
import { rateOf } from './rates.js';
import { labelOf, labelText, nameOf, type TokenLabel } from './token-names.js';

/** A listed token. */
export interface NamedToken extends TokenLabel {
  readonly decimals: number;
}

export type FindToken = (contractId: string) => NamedToken | undefined;

/** A stranger's text, isolated so that its direction cannot turn the words around it. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

/**
 * Smallest units as whole tokens with the token's name, exact.
 *
 * @example amountOf('1500000', { decimals: 6, symbol: 'STX' }); // 1.5 STX
 */
export const amountOf = (units: bigint | string, { decimals, ...token }: Measured): string =>
  `${exactAmount(units, decimals)} ${nameOf(token)}`;

/** A token with the properties that its amounts are written with. */
interface Measured {
  readonly symbol: string;
  readonly type?: string | undefined;
  readonly decimals: number;
}

/** Words for tokens and amounts in sentences. */
export interface TokenWords {
  /** Name of a token, such as `STX (subnet)`; the short id of a token that is not listed. */
  readonly symbol: (contractId: string) => string;
  /** A price as decimal text, as long as the display has room for. */
  readonly decimal: (price: string) => string;
  /** An exact amount with its unit. */
  readonly amount: (units: string, contractId: string) => string;
  /**
   * The price of a sale, in the direction in which it is 1 or more. To compare it with another sale of the pair, `beside`, it takes
   * that sale's direction. Undefined if an amount is 0, or if a token is not listed.
   */
  readonly price: (sale: SalePrice, beside?: SalePrice) => string | undefined;
  /** The price of a sale, as the worst that its order accepts: `At least 1.8 USDd per STX`. If a token is not listed, the least amount. */
  readonly least: (sale: SalePrice) => string;
}

/** Amounts in smallest units whose quotient is a price. */
export interface SalePrice {
  readonly inputToken: string;
  readonly amountIn: string;
  readonly outputToken: string;
  readonly amountOut: string;
}

export const tokenWords = (find: FindToken): TokenWords =>
  wordsFor(find, {
    symbol: (contractId, token) =>
      labelText(
        token === undefined
          ? { symbol: isolated(shortId(contractId)), mark: '' }
          : { symbol: isolated(token.symbol), mark: token.mark },
      ),
    decimal: shortDecimal,
  });

/** Words for a terminal, which does not reorder text: exact prices, and whole ids of tokens that are not listed. */
export function plainWords(tokens: readonly (Measured & { readonly contractId: string })[]): TokenWords {
  const known = new Map(tokens.map((token) => [token.contractId, { ...token, ...labelOf(token) }]));
  return wordsFor((id) => known.get(id), {
    symbol: (contractId, token) => (token === undefined ? contractId : labelText(token)),
    decimal: grouped,
  });
}

interface Style extends Pick<TokenWords, 'decimal'> {
  readonly symbol: (contractId: string, token: NamedToken | undefined) => string;
}

function wordsFor(find: FindToken, style: Style): TokenWords {
  const symbol = (contractId: string) => style.symbol(contractId, find(contractId));
  const amount = (units: string, contractId: string) => {
    const token = find(contractId);
    return token === undefined
      ? `${grouped(units)} smallest units of ${symbol(contractId)}`
      : `${exactAmount(units, token.decimals)} ${symbol(contractId)}`;
  };
  /** The price of `sale` in the direction in which that of `beside` is 1 or more, with the word for a bound of the seller's. */
  const rate = (sale: SalePrice, beside = sale) => {
    const { inputToken, outputToken } = sale;
    const [sold, bought] = [find(inputToken), find(outputToken)];
    if (sold === undefined || bought === undefined) return undefined;
    const rates = ({ amountIn, amountOut }: SalePrice) => {
      const paid = { units: BigInt(amountIn), decimals: sold.decimals };
      const got = { units: BigInt(amountOut), decimals: bought.decimals };
      return [rateOf(got, paid), rateOf(paid, got)];
    };
    const [inBought, inSold] = rates(sale);
    if (inBought !== undefined && Number(rates(beside)[0] ?? 0) >= 1)
      return {
        bound: 'At least',
        text: `${grouped(inBought)} ${symbol(outputToken)} per ${symbol(inputToken)}`,
      };
    if (inSold === undefined) return undefined;
    return {
      bound: 'At most',
      text: `${grouped(inSold)} ${symbol(inputToken)} per ${symbol(outputToken)}`,
    };
  };
  return {
    symbol,
    decimal: style.decimal,
    amount,
    price: (sale, beside) => rate(sale, beside)?.text,
    least: (sale) => {
      const { bound, text } = rate(sale) ?? {
        bound: 'At least',
        text: amount(sale.amountOut, sale.outputToken),
      };
      return `${bound} ${text}`;
    },
  };
}

const DOLLARS = 'USD';

/** A price as decimal text with its unit: `$0.65`, `≈ 0.0000194 sBTC`. */
export function priceWords(
  price: string,
  baseAsset: string | undefined,
  { symbol, decimal }: TokenWords,
): string {
  const short = decimal(price);
  if (baseAsset === undefined || baseAsset === DOLLARS) return short.replace(/^(≈ )?/, '$1$$');
  return `${short} ${symbol(baseAsset)}`;
}

/** A signed fraction as percent: `+5%`, `−0.35%`. */
export const percentWords = (fraction: string): string =>
  `${fraction.startsWith('-') ? '−' : '+'}${share(Math.abs(Number(fraction)))}`;
