import type { ListedToken } from '../../../../client/index.js';
import type { Balances } from './balances.js';
import { isSellable } from './form.js';

/** How tokens are searched and sorted. */
export interface Search {
  readonly search: string;
  readonly balances: Balances | undefined;
  /** Whether tokens that an order can sell come first. */
  readonly isForSale: boolean;
  /** Dollars in pools of the token. */
  readonly liquidity: (contractId: string) => number;
}

const MOST_SHOWN = 200;

/** Tokens with the text in symbol, name or contract id: those that can be sold, those that are held, and those that trade most first. */
export function foundTokens(
  tokens: readonly ListedToken[],
  { search, balances, isForSale, liquidity }: Search,
): readonly ListedToken[] {
  const text = search.trim().toLowerCase();
  const has = (value: string) => value.toLowerCase().includes(text);
  const rank = (token: ListedToken) =>
    (isForSale && isSellable(token) ? 2 : 0) + ((balances?.get(token.contractId) ?? 0n) > 0n ? 1 : 0);
  return tokens
    .filter(({ symbol, name, contractId }) => has(symbol) || has(name) || has(contractId))
    .sort((a, b) => rank(b) - rank(a) || liquidity(b.contractId) - liquidity(a.contractId))
    .slice(0, MOST_SHOWN);
}
