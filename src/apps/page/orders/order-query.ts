import type { Order, OrderQuery } from '../../../sdk/client/index.js';
import { hasEnded } from '../../../sdk/words/order.js';
import { isLocal, sortOf, sortRequest, STATUSES, type Sort } from './order-sort.js';

/** Part of the orders that a list shows. */
export type Tab = 'open' | 'history' | 'all' | 'plans';
const TABS: readonly Tab[] = ['open', 'history', 'all', 'plans'];

/** Statuses that a tab offers besides all of its own. */
export const TAB_STATUSES: Readonly<Record<Tab, readonly Status[]>> = {
  open: [],
  plans: [],
  history: ['all', 'confirmed', 'failed', 'cancelled'],
  all: ['all', ...STATUSES],
};

/** Filters of a list of orders: the query of the view's address. */
export interface OrderFilters {
  readonly who: 'mine' | 'all';
  readonly tab: Tab;
  readonly status: Status;
  /** Contract id of a token of the orders; empty for any token. */
  readonly token: string;
  readonly plan: string;
  readonly search: string;
  readonly sort: Sort;
}

type Status = 'all' | Order['status'];

/** Whether a tab offers the sort: open orders alone are near a price and have an end, and only all orders have several statuses. */
export const offersSort = (tab: Tab, sort: Sort): boolean =>
  isLocal(sort) ? tab === 'open' : tab === 'all' || sort === 'newest' || sort === 'oldest';

const sortIn = (tab: Tab, sort: Sort): Sort => (offersSort(tab, sort) ? sort : 'newest');

/** Tab of an address that names none: open orders, or all of a plan or a status. */
const usualTab = (plan: string, status: string): Tab => (plan === '' && status === 'all' ? 'open' : 'all');

/** The filters that an address names. */
export function filtersOf(query: URLSearchParams): OrderFilters {
  const text = (name: string) => query.get(name) ?? '';
  const tab =
    TABS.find((known) => known === query.get('tab')) ?? usualTab(text('plan'), query.get('status') ?? 'all');
  return {
    who: query.get('who') === 'all' ? 'all' : 'mine',
    tab,
    status: TAB_STATUSES[tab].find((status) => status === query.get('status')) ?? 'all',
    token: text('token'),
    plan: text('plan'),
    search: text('search'),
    sort: sortIn(tab, sortOf(query.get('sort'))),
  };
}

/** Query of the filters for the address. It contains only filters that differ from the initial ones. */
export function queryOf({
  who,
  tab,
  status,
  sort,
  ...texts
}: OrderFilters): Readonly<Record<string, string>> {
  const given = Object.entries(texts).filter(([, text]) => text !== '');
  return {
    ...(who === 'all' && { who }),
    ...(tab !== usualTab(texts.plan, status) && { tab }),
    ...(status !== 'all' && { status }),
    ...Object.fromEntries(given),
    ...(sort !== 'newest' && { sort }),
  };
}

/**
 * Query of the list that an order leads back to: the list named in the order's address, or else the visitor's, or that of everyone.
 *
 * @param isMine whether the order belongs to the visitor.
 */
export const listOf = (query: URLSearchParams, isMine: boolean): Readonly<Record<string, string>> => {
  const named = queryOf(filtersOf(query));
  return Object.keys(named).length > 0 || isMine ? named : { who: 'all', tab: 'all' };
};

/** Statuses of a tab, for the server. */
const TAB_REQUESTS: Readonly<Record<Tab, Pick<OrderQuery, 'status'>>> = {
  open: { status: 'open' },
  history: { status: 'ended' },
  all: {},
  plans: {},
};

/** Query for the server. */
export const requestOf = (
  { tab, status, token, plan, search, sort }: OrderFilters,
  owner: string | undefined,
): OrderQuery => ({
  ...(owner !== undefined && { owner }),
  ...(status !== 'all' ? { status } : TAB_REQUESTS[tab]),
  ...(token !== '' && { token }),
  ...(plan !== '' && { strategyId: plan }),
  ...(search.trim() !== '' && { search: search.trim() }),
  ...sortRequest(sort),
});

/** Whether a list with these filters shows an order that was just placed. */
export function isShown(order: Order, { tab, status, token, plan, search }: OrderFilters): boolean {
  const isEnded = hasEnded(order);
  const hasTab = tab === 'open' ? !isEnded : tab !== 'history' || isEnded;
  const hasStatus =
    status === 'all' || order.status === status || (status === 'open' && order.status === 'broadcasted');
  const wanted = search.trim().toLowerCase();
  return (
    hasTab &&
    hasStatus &&
    (token === '' || order.inputToken === token || order.outputToken === token) &&
    (plan === '' || order.strategyId === plan) &&
    (wanted === '' || searched(order).some((text) => text.toLowerCase().includes(wanted)))
  );
}

const searched = ({ owner, inputToken, outputToken, conditionToken, handle, txid }: Order) =>
  [owner, inputToken, outputToken, conditionToken, handle, txid].filter((text) => text !== undefined);
