import type { MarketQuery, SortKey } from './market-order.js';

/** The initial selection: all tokens, most liquidity first. */
export const FIRST: MarketQuery = { search: '', by: 'liquidityUsd', isDescending: true };

const SORT_KEYS: readonly SortKey[] = [
  'symbol',
  'usd',
  '1h',
  '24h',
  '7d',
  'volumeUsd',
  'liquidityUsd',
  'roundTripLoss',
];
/** Whether the column sorts in descending order first: figures do, names do not. */
export const isFirstDescending = (by: SortKey): boolean => by !== 'symbol';

/** The selection of markets that an address names. */
export function marketQueryOf(query: URLSearchParams): MarketQuery {
  const by = SORT_KEYS.find((key) => key === query.get('sort')) ?? FIRST.by;
  const order = query.get('order');
  return {
    search: query.get('search') ?? '',
    by,
    isDescending: order === 'desc' || (order !== 'asc' && isFirstDescending(by)),
  };
}

/** Query for the address, which contains only differences from the initial selection. */
export function addressOf({ search, by, isDescending }: MarketQuery): Readonly<Record<string, string>> {
  return {
    ...(search !== '' && { search }),
    ...(by !== FIRST.by && { sort: by }),
    ...(isDescending !== isFirstDescending(by) && { order: isDescending ? 'desc' : 'asc' }),
  };
}
