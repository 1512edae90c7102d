import type { ListedToken } from '../../../../sdk/client/index.js';
import { baseId, oneEach } from '../../live/base-id.js';
import type { Balances } from './balances.js';

/** Criteria by which tokens are searched and sorted. */
export interface Search {
  readonly search: string;
  readonly balances: Balances | undefined;
  /** Contract ids of tokens that the visitor marked. */
  readonly favourites?: readonly string[] | undefined;
  /** Whether the token may be picked. Tokens that may come first. */
  readonly isOpen: (token: ListedToken) => boolean;
  /** Liquidity in the token's pools, dollars. */
  readonly liquidity: (contractId: string) => number;
}

const MOST_SHOWN = 200;

/** Tokens of which the symbol, the name or a contract id contains the text, each once: pickable ones first, then favourites, then held ones, then by liquidity. */
export function foundTokens(
  tokens: readonly ListedToken[],
  { search, balances, favourites = [], isOpen, liquidity }: Search,
): readonly ListedToken[] {
  const text = search.trim().toLowerCase();
  const has = (value: string) => value.toLowerCase().includes(text);
  const rank = (token: ListedToken) =>
    (isOpen(token) ? 4 : 0) +
    (favourites.includes(token.contractId) ? 2 : 0) +
    ((balances?.get(token.contractId) ?? 0n) > 0n ? 1 : 0);
  const found = new Set(
    tokens
      .filter(({ symbol, name, contractId }) => has(symbol) || has(name) || has(contractId))
      .flatMap((token) => [token.contractId, baseId(token)]),
  );
  return oneEach(tokens)
    .filter(({ contractId }) => found.has(contractId))
    .sort((a, b) => rank(b) - rank(a) || liquidity(b.contractId) - liquidity(a.contractId))
    .slice(0, MOST_SHOWN);
}
