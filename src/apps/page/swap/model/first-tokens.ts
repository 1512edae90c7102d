import type { ListedToken } from '../../../../sdk/client/index.js';
import { isSellable, type Form } from './form.js';

type Pair = Pick<Form, 'sell' | 'buy'>;

/** Measures that rank tokens that the route does not name. Both are dollars. */
export interface Ranking {
  /** In pools of the token. */
  readonly liquidity: (token: ListedToken) => number;
  /** In the visitor's wallet; 0 if that is not known. */
  readonly held: (token: ListedToken) => number;
}

/**
 * The tokens that a route names. If it names none: what the visitor holds most of, or else the subnet copy that trades most, for the
 * plain token that trades most.
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
