import type { ListedToken } from '../../../../sdk/client/index.js';
import { isSellable, type Form } from './form.js';

type Pair = Pick<Form, 'sell' | 'buy'>;

/** Dollar amounts by which tokens are ranked when the route names none. */
export interface Ranking {
  /** Liquidity in the token's pools. */
  readonly liquidity: (token: ListedToken) => number;
  /** Value of the visitor's holding; 0 if unknown. */
  readonly held: (token: ListedToken) => number;
}

/**
 * The tokens that a route names. If it names none: from the visitor's largest holding, or else the most liquid subnet copy,
 * to the most liquid plain token.
 */
export function firstTokens(
  tokens: readonly ListedToken[],
  query: URLSearchParams,
  { held, liquidity }: Ranking,
): Pair {
  const named = (name: string) => tokens.find(({ contractId }) => contractId === query.get(name));
  const best = (candidates: readonly ListedToken[], rank: (token: ListedToken) => number) =>
    candidates.reduce<ListedToken | undefined>(
      (most, token) => (most === undefined || rank(token) > rank(most) ? token : most),
      undefined,
    );
  const buy = named('buy');
  const sold = tokens.filter(
    (token) => isSellable(token) && token.contractId !== buy?.contractId && token.base !== buy?.contractId,
  );
  const owned = sold.filter((token) => held(token) > 0);
  const sell = named('sell') ?? (owned.length > 0 ? best(owned, held) : best(sold, liquidity));
  const bought = tokens.filter(
    (token) => !isSellable(token) && token.contractId !== sell?.base && token.contractId !== sell?.contractId,
  );
  return { sell, buy: buy ?? best(bought, liquidity) };
}
