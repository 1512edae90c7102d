import type { LoggedOrderEvent } from '../../domain/order/events.js';
import { ORDER_STATUSES, type Order, type OrderStatus } from '../../domain/order/order.js';
import { handleOf } from '../../domain/order/terms/handle.js';
import type { OrderHandle, OrderUuid, Txid } from '../../domain/order/ids.js';
import { tokenPair } from '../../domain/order/terms/token-pair.js';
import { MAX_SEARCH_TOTAL, toSearchTerm } from '../../domain/order/lists/search.js';
import { parseAddress, type Address } from '../../domain/shared/address.js';
import { parseContractId, STX, type ContractId } from '../../domain/shared/contract-id.js';
import { defined } from '../../domain/shared/fields.js';
import { err, ok, type Invalid, type Result } from '../../domain/shared/result.js';
import type { CallersReads, Hasher, OrderPage, OrderReads, OrderScope, Ports } from '../../ports/index.js';
import type { ReadTokenBook } from '../metadata/read-token-book.js';
import { anyText, checkArgument, type Checks } from '../../domain/shared/option-checks.js';
import { date, label, listOf, PAGE_CHECKS } from './check-filter.js';
import { findOrder, type OrderNotFound } from './find-order.js';
import { pageOf, statusesOf, type PageInput } from './list-page.js';

/** The owner in a filter is not an address of this network. */
export type InvalidOwner = Invalid<'invalid-owner'>;

/** A token in a filter is not a contract id of this network. */
export interface InvalidTokenFilter extends Invalid<'invalid-token-filter'> {
  readonly parameter: 'token' | 'inputToken' | 'outputToken' | 'pair';
}

/** A filter that no order can match. */
export type InvalidFilter = InvalidOwner | InvalidTokenFilter;

/** Maximum number of ids in a filter. */
export const MAX_IDS = 100;

/** Limits a list to the orders that match all of these fields. If empty, every order matches. */
export interface OrderFilter {
  readonly owner?: string;
  readonly strategyId?: string;
  /** Input or output token of the order. */
  readonly token?: string;
  readonly inputToken?: string;
  readonly outputToken?: string;
  /** Two contract ids, separated by a comma: matches orders that sell either token for the other. */
  readonly pair?: string;
  /** Created at this time or later. */
  readonly from?: Date;
  /** Created before this time. */
  readonly to?: Date;
  readonly txid?: Txid;
  /** Handles and uuids, MAX_IDS at most. As in a path, an id that is one order's handle and another's uuid names only the former. */
  readonly ids?: readonly OrderUuid[];
}

/** Checks of the options that limit a list. Malformed owners and tokens are reported as results. */
const FILTERS: Checks<keyof Required<OrderFilter>> = {
  owner: anyText,
  strategyId: label,
  token: anyText,
  inputToken: anyText,
  outputToken: anyText,
  pair: anyText,
  from: date,
  to: date,
  txid: anyText,
  ids: listOf(MAX_IDS),
};

/** Selects one page of orders. */
export type ListOrdersInput = OrderFilter & PageInput;

export type ScopePorts = Pick<Ports, 'registry' | 'hasher'>;

export const makeReadOrders = (
  ports: ScopePorts & Pick<CallersReads, 'orders' | 'events'>,
  readTokens: ReadTokenBook,
) => {
  const { orders, events, registry, hasher } = ports;

  const get = (ref: string, owner?: Address): Promise<Result<Order, OrderNotFound>> =>
    findOrder(orders, ref, owner);

  return {
    /** Finds an order by its handle or uuid, or one of the owner's orders by `client:` and its clientOrderId. Accepts any text. */
    get,
    /** Lists the events of the order that `get` finds, oldest first. */
    events: async (
      ref: string,
      owner?: Address,
    ): Promise<Result<readonly LoggedOrderEvent[], OrderNotFound>> => {
      const order = await get(ref, owner);
      return order.ok ? ok(await events.list(order.value.terms.uuid)) : order;
    },
    /**
     * Lists a page of the orders that pass the filter, by default the newest ten.
     *
     * @throws RangeError that names every unknown or out-of-range option.
     */
    list: async (input: ListOrdersInput): Promise<Result<OrderPage, InvalidFilter>> => {
      checkArgument('the options of the list', input, { ...FILTERS, ...PAGE_CHECKS });
      const { status, search, ...part } = pageOf(input);
      const scope = parseScope(input, ports);
      if (!scope.ok) return scope;
      const statuses = statusesOf(status);
      const named = await namedBy(orders, hasher, input);
      const filter = {
        ...scope.value,
        ...named,
        ...defined({ statuses, search: toSearchTerm(search), after: input.after }),
      };
      return ok(await orders.listPage({ ...filter, ...part, countTo: MAX_SEARCH_TOTAL }));
    },
    /**
     * Streams every order that passes the filter, reading from storage as the caller consumes the orders.
     *
     * @throws RangeError as `list`.
     */
    stream: (filter: OrderFilter): Result<AsyncIterable<Order>, InvalidFilter> => {
      checkArgument('the filter', filter, FILTERS);
      const scope = parseScope(filter, ports);
      if (!scope.ok) return scope;
      const streamed = async function* () {
        yield* orders.stream({ ...scope.value, ...(await namedBy(orders, hasher, filter)) });
      };
      return ok(streamed());
    },
    /** The tokens that orders name, as they are described now. */
    tokens: () => readTokens(registry.current()),
    /** The number of orders in each status. */
    count: async (): Promise<Readonly<Record<OrderStatus, number>>> => {
      const query = { sortBy: 'createdAt', sortOrder: 'desc', offset: 0, limit: 1 } as const;
      const count = async (status: OrderStatus) =>
        [status, (await orders.listPage({ ...query, statuses: [status] })).total] as const;
      return Object.fromEntries(await Promise.all(ORDER_STATUSES.map(count))) as Record<OrderStatus, number>;
    },
  } as const;
};

/** Parses every part of the filter except `ids`. */
function parseScope(
  { owner: rawOwner, token, inputToken, outputToken, pair: rawPair, ids: _, ...rest }: OrderFilter,
  ports: ScopePorts,
): Result<OrderScope, InvalidFilter> {
  const { strategyId, from, to, txid } = rest;
  const owner = rawOwner === undefined ? ok(undefined) : parseOwner(rawOwner, ports);
  if (!owner.ok) return owner;
  const tokens: { [name in Exclude<InvalidTokenFilter['parameter'], 'pair'>]?: ContractId } = {};
  for (const [name, raw] of Object.entries(defined({ token, inputToken, outputToken }))) {
    const parameter = name as keyof typeof tokens;
    const parsed = parseToken(raw, ports);
    if (!parsed.ok) return err({ kind: 'invalid-token-filter', parameter, reason: parsed.error.reason });
    tokens[parameter] = parsed.value;
  }
  const pair = rawPair === undefined ? ok(undefined) : tokenPair((raw) => parseToken(raw, ports))(rawPair);
  if (!pair.ok) return err({ kind: 'invalid-token-filter', parameter: 'pair', reason: pair.error.reason });
  return ok({ ...tokens, ...defined({ owner: owner.value, pair: pair.value, strategyId, from, to, txid }) });
}

/** Parses a token of a filter. As in orders, the contract that routers accept for STX means `.stx`. */
function parseToken(raw: unknown, { registry, hasher }: ScopePorts) {
  const { network, wstx } = registry.current();
  return parseContractId(raw === wstx ? STX : raw, network, hasher.sha256);
}

/**
 * Returns the handles that the ids name: an id that is an order's handle, or else the handle of the uuid. Storage is searched only
 * by handle, so a guessed uuid is treated like nonsense.
 */
async function namedBy(
  orders: OrderReads,
  { sha256 }: Hasher,
  { ids }: OrderFilter,
): Promise<Pick<OrderScope, 'handles'>> {
  if (ids === undefined) return {};
  const asHandles = ids.map((id) => id as string as OrderHandle);
  const sort = { sortBy: 'createdAt', sortOrder: 'asc', offset: 0 } as const;
  const page = await orders.listPage({ ...sort, handles: asHandles, limit: MAX_IDS });
  const taken = new Set<string>(page.orders.map(({ terms }) => terms.handle));
  return { handles: ids.map((id, n) => (taken.has(id) ? asHandles[n]! : handleOf(id, sha256))) };
}

/** Reads the owner parameter of a read. */
export function parseOwner(raw: string, { registry, hasher }: ScopePorts): Result<Address, InvalidOwner> {
  const owner = parseAddress(raw, registry.current().network, hasher.sha256);
  return owner.ok ? owner : err({ kind: 'invalid-owner', reason: owner.error.reason });
}
