import type { Order, OrderQuery } from '../../../sdk/client/index.js';

/** Sort order of lists of orders: the newest first by default. */
export type Sort = keyof typeof SORTS;

/** Sort by what the page alone knows. */
export type LocalSort = 'nearest' | 'ends-next';

interface SortText {
  readonly text: string;
  readonly request: Pick<OrderQuery, 'sortBy' | 'sortOrder'>;
}

const SORTS = {
  newest: { text: 'Newest first', request: {} },
  oldest: { text: 'Oldest first', request: { sortOrder: 'asc' } },
  status: { text: 'Open first', request: { sortBy: 'status', sortOrder: 'asc' } },
  'status-last': { text: 'Cancelled first', request: { sortBy: 'status', sortOrder: 'desc' } },
  nearest: { text: 'Nearest to its price', request: {} },
  'ends-next': { text: 'Ends next', request: {} },
} as const satisfies Readonly<Record<string, SortText>>;

/** Sort orders, each with its label. */
export const SORT_OPTIONS = Object.entries(SORTS).map(([sort, { text }]) => [sort as Sort, text] as const);

export const sortWords = (sort: Sort): string => SORTS[sort].text;

/** Whether the page sorts the loaded orders, since the server knows no such sort. */
export const isLocal = (sort: Sort): sort is LocalSort => sort === 'nearest' || sort === 'ends-next';

/** The sort that an address names. */
export const sortOf = (name: string | null): Sort =>
  SORT_OPTIONS.find(([sort]) => sort === name)?.[0] ?? 'newest';

/** Sort parameters for the server. */
export const sortRequest = (sort: Sort): SortText['request'] => SORTS[sort].request;

/** `aria-sort` of a column's heading. */
export const ariaSort = (sort: Sort, column: 'placed' | 'status') => {
  const { sortBy = 'createdAt', sortOrder = 'desc' } = sortRequest(sort);
  if ((sortBy === 'status') !== (column === 'status')) return undefined;
  return sortOrder === 'asc' ? 'ascending' : 'descending';
};

/** Statuses in the order in which the server sorts them. */
export const STATUSES: readonly Order['status'][] = [
  'open',
  'broadcasted',
  'confirmed',
  'failed',
  'cancelled',
];

/** Whether the first of two orders may come before the second. */
export function comesBefore(sort: Sort, first: Order, second: Order): boolean {
  const { sortBy, sortOrder = 'desc' } = sortRequest(sort);
  const [a, b] = sortOrder === 'asc' ? [first, second] : [second, first];
  const byStatus = sortBy === 'status' ? STATUSES.indexOf(a.status) - STATUSES.indexOf(b.status) : 0;
  return byStatus === 0 ? a.createdAt <= b.createdAt : byStatus < 0;
}
