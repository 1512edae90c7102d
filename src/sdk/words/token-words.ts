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

/** A stranger's text within a sentence: its direction must not turn the words around it. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

/**
 * Smallest units as whole tokens with the token's name, exact.
 *
 * @example amountOf('1500000', { decimals: 6, symbol: 'STX' }); // 1.5 STX
 */
export const amountOf = (units: bigint | string, { decimals, ...token }: Measured): string =>
  `${exactAmount(units, decimals)} ${nameOf(token)}`;

/** A token with what its amounts are written in. */
interface Measured {
  readonly symbol: string;
  readonly type?: string | undefined;
  readonly decimals: number;
}

/** Words for tokens and amounts in sentences. */
export interface TokenWords {
  /** Name of a token, such as `STX (subnet)`; the short id of a token that is not listed. */
  readonly symbol: (contractId: string) => string;
  /** A price as decimal text, in the length that there is room for. */
  readonly decimal: (price: string) => string;
  /** An exact amount with its unit. */
  readonly amount: (units: string, contractId: string) => string;
  /**
   * The price of a sale, in the direction in which it is 1 or more, or in which that of another sale of the pair is, to compare both;
   * undefined for nothing and for tokens that are not listed.
   */
  readonly price: (sale: SalePrice, beside?: SalePrice) => string | undefined;
  /** The same as the worst that an order takes: `At least 1.8 USDd per STX`. Of tokens that are not listed, the least amount. */
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

/** The same for a terminal, which turns no text: whole ids of tokens that are not listed, and exact prices. */
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
  /** In the direction in which it is 1 or more, with the word for a bound of the seller's. */
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

/** A price as decimal text, with what it is counted in: `$0.65`, `≈ 0.0000194 sBTC`. */
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
