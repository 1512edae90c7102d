import type { ListedToken } from '../../../../sdk/client/index.js';
import { baseId } from '../../live/base-id.js';
import type { Form } from './form.js';
import { tradedAs, type Sellers } from './sellable.js';

type Pair = Pick<Form, 'sell' | 'buy'>;

/** Dollar amounts by which tokens are ranked when the route names none. */
export interface Ranking {
  /** Liquidity in the token's pools. */
  readonly liquidity: (token: ListedToken) => number;
  /** Value of the visitor's holding; 0 if unknown. */
  readonly held: (token: ListedToken) => number;
}

/**
 * The tokens that a route names, by their own contract ids or those of their copies: what is sold is sold from the balance to trade, and what
 * is bought arrives in the balance that is named. If it names none: from the visitor's largest holding, or else the most liquid token that
 * orders can sell, to the most liquid of the others.
 */
export function firstTokens(sellers: Sellers, query: URLSearchParams, { held, liquidity }: Ranking): Pair {
  const { tokens, canSell } = sellers;
  const named = (name: string) => tokens.find(({ contractId }) => contractId === query.get(name));
  const best = (candidates: readonly ListedToken[], rank: (token: ListedToken) => number) =>
    candidates.reduce<ListedToken | undefined>(
      (most, token) => (most === undefined || rank(token) > rank(most) ? token : most),
      undefined,
    );
  const others = (than: ListedToken | undefined) =>
    tokens.filter((token) => canSell(token) && (than === undefined || baseId(token) !== baseId(than)));
  const [sold, buy] = [named('sell'), named('buy')];
  const sellable = others(buy);
  const owned = sellable.filter((token) => held(token) > 0);
  const sell =
    sold === undefined
      ? owned.length > 0
        ? best(owned, held)
        : best(sellable, liquidity)
      : (tradedAs(sold, sellers) ?? sold);
  return { sell, buy: buy ?? best(others(sell), liquidity) };
}
