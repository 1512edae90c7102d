import {
  isDormant,
  isPast,
  type Order,
  type OrderPosition,
  type OrderStatus,
} from '../../domain/order/order.js';
import type { Address } from '../../domain/shared/address.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { defined } from '../../domain/shared/fields.js';
import {
  byBlock,
  enterFills,
  fillOf,
  pricedFill,
  type Fill,
  type LedgerFill,
} from '../../domain/wallet/fills.js';
import { heldToken } from '../../domain/wallet/holdings.js';
import { sumOf, tokenResults, type Reserved, type TokenResult } from '../../domain/wallet/results.js';
import type { NanoUsd } from '../../domain/wallet/nano-usd.js';
import type { CallersReads, OrderScope, Ports } from '../../ports/index.js';
import type { ReadTokenBook } from '../metadata/read-token-book.js';
import type { PriceListCache } from '../prices/price-list-cache.js';
import { readPastPrices } from '../prices/read-past-prices.js';
import { recentFlight } from '../shared/single-flight.js';

/** Maximum number of fills, the newest ones, that a ledger covers, and of open orders that are added up. */
export const MOST_FILLS = 10_000;
const PER_READ = 500;
/** Time (ms) for which a ledger is kept for callers of further pages. */
const KEPT_MS = 5_000;
const MOST_KEPT = 8;

/** Fills to read: all of an owner, or those of one plan, as if it were a wallet of its own. */
export type FillScope = Required<Pick<OrderScope, 'owner'>> & Pick<OrderScope, 'strategyId'>;

/** Fills of an owner with the results at average cost. */
export interface OwnerLedger {
  readonly owner: Address;
  /** Oldest first. */
  readonly fills: readonly LedgerFill[];
  /** Results in each token. */
  readonly tokens: readonly TokenResult[];
  /** Sums of the known results of all tokens. */
  readonly realised: NanoUsd;
  readonly unrealised: NanoUsd;
  /** Swaps without a recorded price. */
  readonly unpricedFills: number;
  /** Confirmed orders that another exchange ran, whose amounts are unknown. They are no part of the ledger. */
  readonly importedFills: number;
  /** Whether the ledger covers all fills and all open orders: false beyond MOST_FILLS. */
  readonly isComplete: boolean;
  /** Time of the newest prices; absent before the first run. */
  readonly pricesAt?: Date;
}

type LedgerPorts = Pick<Ports, 'clock' | 'registry'> & Pick<CallersReads, 'orders' | 'prices'>;

/**
 * Reads the ledger of an owner's fills: each valued at the recorded prices of its block's time, and entered at average cost. It is up to
 * 5 seconds old if `mayBeRecent`.
 */
export const makeReadFills = (
  { clock, orders, prices, registry }: LedgerPorts,
  { readTokens, list }: { readonly readTokens: ReadTokenBook } & Pick<PriceListCache, 'list'>,
) => {
  const read = async (scope: FillScope): Promise<OwnerLedger> => {
    const current = registry.current();
    const tokenOf = heldToken(current.tokens);
    const confirmed = await newestOf(orders, scope, ['confirmed']);
    const open = await newestOf(orders, scope, ['open', 'broadcasted']);
    const fills = confirmed.orders
      .flatMap((order) => (order.status === 'confirmed' && !isPast(order) ? [fillOf(order, tokenOf)] : []))
      .sort(byBlock);
    const book = await readTokens(current);
    const decimalsOf = (token: ContractId) => book.describe(token).decimals;
    const priceAt = await readPastPrices(prices, timesOf(fills));
    const priced = fills.map((fill) =>
      pricedFill(fill, { priceAt: (token, at) => priceAt(token, secondsOf(at)), decimalsOf }),
    );
    const { ledger, fills: entered } = enterFills(priced);
    const newest = await list();
    const usd = new Map(newest.tokens.map((token) => [token.token, token.usd]));
    const tokens = tokenResults(ledger.tokens, reservedBy(open.orders, tokenOf), (token) => ({
      decimals: decimalsOf(token),
      usd: usd.get(token),
    }));
    return {
      owner: scope.owner,
      fills: entered,
      tokens,
      realised: sumOf(tokens.map((token) => token.realised)),
      unrealised: sumOf(tokens.map((token) => token.unrealised)),
      unpricedFills: entered.filter(({ kind, price }) => kind === 'swap' && price === undefined).length,
      importedFills: confirmed.orders.length - fills.length,
      isComplete: confirmed.isAll && open.isAll,
      ...defined({ pricesAt: newest.run?.at }),
    };
  };
  const recent = recentFlight(read, {
    clock,
    maxAgeMs: KEPT_MS,
    keyOf: ({ owner, strategyId }) => JSON.stringify([owner, strategyId]),
    most: MOST_KEPT,
  });
  return (scope: FillScope, { mayBeRecent = false }: { readonly mayBeRecent?: boolean } = {}) =>
    mayBeRecent ? recent(scope) : read(scope);
};

/** The newest orders of the scope, at most MOST_FILLS. */
async function newestOf(
  orders: LedgerPorts['orders'],
  scope: FillScope,
  statuses: readonly OrderStatus[],
): Promise<{ readonly orders: readonly Order[]; readonly isAll: boolean }> {
  const query = {
    ...scope,
    statuses,
    sortBy: 'createdAt',
    sortOrder: 'desc',
    offset: 0,
    limit: PER_READ,
  } as const;
  const found: Order[] = [];
  let after: OrderPosition | undefined;
  do {
    const page = await orders.listPage({ ...query, ...defined({ after }) });
    found.push(...page.orders);
    after = page.next;
  } while (after !== undefined && found.length < MOST_FILLS);
  return { orders: found, isAll: after === undefined };
}

/** Amounts that open orders take, by token. An exit waits for what its entry buys, so it takes nothing until then. */
function reservedBy(
  open: readonly Order[],
  tokenOf: (contract: ContractId) => ContractId,
): ReadonlyMap<ContractId, Reserved> {
  const reserved = new Map<ContractId, Reserved>();
  for (const { terms } of open.filter((order) => !isDormant(order))) {
    const token = tokenOf(terms.inputToken);
    const { units, orders } = reserved.get(token) ?? { units: 0n, orders: 0 };
    reserved.set(token, { units: units + terms.amountIn, orders: orders + 1 });
  }
  return reserved;
}

/** The times of each token's fills, on either side. */
function timesOf(fills: readonly Fill[]): ReadonlyMap<ContractId, readonly number[]> {
  const times = new Map<ContractId, number[]>();
  for (const { at, sold, bought } of fills)
    for (const { token } of [sold, bought]) {
      const own = times.get(token);
      if (own === undefined) times.set(token, [secondsOf(at)]);
      else own.push(secondsOf(at));
    }
  return times;
}

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1_000);
