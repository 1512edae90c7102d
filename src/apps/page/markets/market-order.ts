import type { TokenPrice } from '../../../sdk/client/index.js';
import { oneEach } from '../live/base-id.js';

/** Keys that markets can be sorted by. */
export type SortKey = 'symbol' | 'usd' | '1h' | '24h' | '7d' | 'volumeUsd' | 'liquidityUsd' | 'roundTripLoss';

/** A selection of markets and their order. */
export interface MarketQuery {
  /** Part of a symbol, name or contract id, in any case. */
  readonly search: string;
  readonly by: SortKey;
  readonly isDescending: boolean;
}

/** The markets that match the query, sorted, each token once. Those whose figure is unknown come last in either direction. */
export function marketsOf(tokens: readonly TokenPrice[], query: MarketQuery): readonly TokenPrice[] {
  const search = query.search.trim().toLowerCase();
  const found = oneEach(tokens).filter(
    (token) => search === '' || namesOf(token).some((name) => name.toLowerCase().includes(search)),
  );
  return [...found].sort((a, b) => compare(figureOf(a, query.by), figureOf(b, query.by), query.isDescending));
}

const namesOf = ({ symbol, name, contractId }: TokenPrice) => [symbol, name, contractId];

function figureOf(token: TokenPrice, by: SortKey): number | string | null {
  if (by === 'symbol') return token.symbol.toLowerCase();
  if (by === '1h' || by === '24h' || by === '7d') return token.change[by];
  return token[by];
}

function compare(a: number | string | null, b: number | string | null, isDescending: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const order = a < b ? -1 : a > b ? 1 : 0;
  return isDescending ? -order : order;
}
