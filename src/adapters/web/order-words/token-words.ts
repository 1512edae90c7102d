import { exactAmount, grouped, shortDecimal } from '../format/amounts.js';
import { shortId } from '../format/names.js';
import { share } from '../format/numbers.js';
import { rateOf } from '../format/rates.js';
import type { TokenLabel } from '../format/token-names.js';

/** A listed token. */
export interface NamedToken extends TokenLabel {
  readonly decimals: number;
}

export type FindToken = (contractId: string) => NamedToken | undefined;

/** A stranger's text within a sentence: its direction must not turn the words around it. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

/** How sentences name tokens and amounts. */
export interface TokenWords {
  /** How the page names it, such as `STX (subnet)`; the short id of a token that is not listed. */
  readonly symbol: (contractId: string) => string;
  /** An exact amount with its unit. */
  readonly amount: (units: string, contractId: string) => string;
  /** The price of a sale, in the direction in which it is 1 or more; undefined for nothing and for tokens that are not listed. */
  readonly price: (sale: SalePrice) => string | undefined;
}

/** Amounts in smallest units whose quotient is a price. */
export interface SalePrice {
  readonly inputToken: string;
  readonly amountIn: string;
  readonly outputToken: string;
  readonly amountOut: string;
}

export const tokenWords = (find: FindToken): TokenWords => {
  const symbol = (contractId: string) => {
    const token = find(contractId);
    if (token === undefined) return isolated(shortId(contractId));
    return `${isolated(token.symbol)}${token.mark === '' ? '' : ` (${token.mark})`}`;
  };
  return {
    symbol,
    amount: (units, contractId) => {
      const token = find(contractId);
      return token === undefined
        ? `${grouped(units)} smallest units of ${symbol(contractId)}`
        : `${exactAmount(units, token.decimals)} ${symbol(contractId)}`;
    },
    price: ({ inputToken, amountIn, outputToken, amountOut }) => {
      const [sold, bought] = [find(inputToken), find(outputToken)];
      if (sold === undefined || bought === undefined) return undefined;
      const paid = { units: BigInt(amountIn), decimals: sold.decimals };
      const got = { units: BigInt(amountOut), decimals: bought.decimals };
      const [inBought, inSold] = [rateOf(got, paid), rateOf(paid, got)];
      if (inBought !== undefined && Number(inBought) >= 1)
        return `${grouped(inBought)} ${symbol(outputToken)} per ${symbol(inputToken)}`;
      return inSold && `${grouped(inSold)} ${symbol(inputToken)} per ${symbol(outputToken)}`;
    },
  };
};

const DOLLARS = 'USD';

/** A price as decimal text in little room, with what it is counted in: `$0.65`, `≈ 0.0000194 sBTC`. */
export function priceWords(price: string, baseAsset: string | undefined, { symbol }: TokenWords): string {
  const short = shortDecimal(price);
  if (baseAsset === undefined || baseAsset === DOLLARS) return short.replace(/^(≈ )?/, '$1$$');
  return `${short} ${symbol(baseAsset)}`;
}

/** A signed fraction as percent: `+5%`, `−0.35%`. */
export const percentWords = (fraction: string): string =>
  `${fraction.startsWith('-') ? '−' : '+'}${share(Math.abs(Number(fraction)))}`;
