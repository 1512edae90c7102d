import { IsIn, IsInt, IsString, Max, Min } from 'class-validator';
import type { Core } from '../../../../application/core.js';
import { STATUS_FILTERS } from '../../../../application/orders/list-page.js';
import { MAX_IDS, type ListOrdersInput } from '../../../../application/orders/read-orders.js';
import { parseOrderUuid } from '../../../../domain/order/terms/draft-fields.js';
import { MAX_SEARCH_TOTAL } from '../../../../domain/order/lists/search.js';
import { idFor, type Reader } from '../../../../domain/order/terms/handle.js';
import { parseTxid, type OrderUuid, type Txid } from '../../../../domain/order/ids.js';
import { ORDER_STATUSES, type Order } from '../../../../domain/order/order.js';
import { err, ok, type Result } from '../../../../domain/shared/result.js';
import { parseTime } from '../../../../domain/shared/time.js';
import type { OrderPage } from '../../../../ports/index.js';
import { valueOrThrow } from '../../errors/errors.js';
import { contractId } from '../../schema/common-schemas.js';
import { operation, SENT } from '../../operation/operation.js';
import { badParameter, outcomes, type ErrorOf } from '../../schema/outcomes.js';
import { readParameters } from '../../requests/parameters.js';
import { Param, Reads } from '../../schema/request-class.js';
import { always, flag, list, object, text, time, whole, type WireOf } from '../../schema/schema.js';
import { field, fields, named, optional } from '../../schema/shape.js';
import { HttpError } from '../../errors/problem.js';
import { streamJsonArray, type ListFrame } from '../../streams/stream-json.js';
import { STREAM_REFUSALS, type StreamPlaces } from '../../streams/stream-places.js';
import { IsLimit, IsOwner, IsStrategyId } from '../access/filters.js';
import { readCursor, writeCursor } from './order-cursor.js';
import { ORDER, orderResponse } from './order-shapes.js';
import {
  asReader,
  CACHED_FOR_ANYONE,
  ORDERS_FAILED,
  READ_BY_ANYONE,
  READER_ERRORS,
  ViewQuery,
  type ReaderParts,
} from '../access/reader.js';

const token = (description: string) =>
  Param(contractId(`${description}; or .stx`), { cause: 'a token is given more than once' });
const IsTime = Reads(parseTime, {
  message: 'Invalid $property parameter: must be an ISO 8601 time or a date',
});

function parseIds(raw: string): Result<readonly OrderUuid[], undefined> {
  const ids = raw.split(',').map(parseOrderUuid);
  return ids.length <= MAX_IDS && ids.every((id) => id.ok) ? ok(ids.map((id) => id.value)) : err(undefined);
}

/** Filters that every list accepts. */
class ScopeQuery extends ViewQuery {
  @IsOwner owner?: string;
  @IsStrategyId strategyId?: string;
  @IsString() @token('only orders that pay or buy this token') token?: string;
  @IsString() @token('only orders that pay this token') inputToken?: string;
  @IsString() @token('only orders that buy this token') outputToken?: string;

  @IsString()
  @Param(
    'only orders that sell either of two tokens for the other: their contract ids, separated by a comma',
    {
      cause: 'pair is given more than once',
    },
  )
  pair?: string;

  @IsTime
  @Param(time('only orders created at this time or later'), { cause: 'from is malformed' })
  from?: Date;
  @IsTime @Param(time('only orders created before this time'), { cause: 'to is malformed' }) to?: Date;

  @Reads(parseTxid, { message: 'Invalid txid parameter: must be 64 hex digits' })
  @Param('only the order that refers to this transaction, with or without 0x', { cause: 'txid is malformed' })
  txid?: Txid;

  @Reads(parseIds, {
    message: `Invalid ids parameter: must be 1 to ${MAX_IDS} handles or uuids, separated by commas`,
  })
  @Param(`only orders with these handles or uuids: up to ${MAX_IDS}, separated by commas`, {
    cause: `ids is not 1 to ${MAX_IDS} handles or uuids`,
  })
  ids?: readonly OrderUuid[];
}

const NEWEST = MAX_SEARCH_TOTAL.toLocaleString('en');

class PageQuery extends ScopeQuery {
  // Bounded so that no database offset overflows.
  @IsInt({ message: 'Invalid page parameter' })
  @Min(1)
  @Max(10 ** 14 - 1)
  @Param('number of the page', { default: 1, cause: 'page is not a whole number of 1 or more' })
  page?: number;

  @IsLimit('orders per page') limit = 10;

  @IsIn(['createdAt', 'status'])
  @Param(`status sorts in the order ${ORDER_STATUSES.join(', ')}`)
  sortBy: ListOrdersInput['sortBy'] = 'createdAt';

  @IsIn(['asc', 'desc'])
  @Param('ties are ordered by createdAt, then handle, in the same direction')
  sortOrder: ListOrdersInput['sortOrder'] = 'desc';

  @IsIn([...STATUS_FILTERS])
  @Param('open includes broadcasted; ended is confirmed, failed or cancelled')
  status: ListOrdersInput['status'] = 'all';

  @IsString()
  @Param(
    `part of owner, inputToken, outputToken, conditionToken, handle or txid, in any case; matched literally. One or two characters are only searched in the newest ${NEWEST} orders that pass the other filters`,
    { cause: 'search is given more than once' },
  )
  search?: string;

  @IsIn(['report'])
  @Param('report adds to each order the report on its execution')
  include?: 'report';

  @IsString()
  @Param('nextCursor of the previous page, with the same sort; not together with page', {
    cause: 'cursor is given more than once',
  })
  cursor?: string;
}

const CURSOR_AND_PAGE = badParameter(
  'Invalid cursor parameter: must not be sent together with page',
  'cursor and page are both given',
);
const UNKNOWN_CURSOR = badParameter(
  'Invalid cursor parameter: must be the nextCursor of a page with this sortBy and sortOrder',
  'cursor is malformed or of another sort',
);

/** A page of orders with its number and the query for it. */
interface NumberedPage extends OrderPage {
  readonly page: number;
  readonly query: PageQuery;
}

export const PAGINATION = named(
  'Pagination',
  fields<NumberedPage>()({
    total: whole(`orders that match: exact, except that a search counts to ${NEWEST}`, { minimum: 0 }),
    totalIsLowerBound: optional(
      always(
        true,
        `present when more orders match the search than total says, or may match one or two characters beyond the newest ${NEWEST}`,
      ),
    ),
    page: whole('number of this page, from 1', { minimum: 1 }),
    limit: field(whole('orders per page', { minimum: 1 }), ({ query }) => query.limit),
    totalPages: field(whole('total divided by limit, rounded up', { minimum: 0 }), ({ total, query }) =>
      Math.ceil(total / query.limit),
    ),
    hasNextPage: field(flag('whether another page follows'), ({ next }) => next !== undefined),
    hasPrevPage: field(flag('whether a page precedes it'), ({ page }) => page > 1),
    nextCursor: optional(
      text('start of the next page, for the parameter cursor; with hasNextPage'),
      ({ next, page, query }) => next && writeCursor({ after: next, page: page + 1 }, query),
    ),
  }),
);

const ORDER_LIST = object(
  {
    status: always('success'),
    data: list(ORDER.ref(), 'the orders'),
    pagination: PAGINATION.ref('with page, limit or cursor'),
  },
  { optional: ['pagination'] },
);

/** The body of `GET /api/v1/orders`: `pagination` is present if a page was asked for. */
export type OrderListResponse = WireOf<typeof ORDER_LIST>;

const FRAME: ListFrame = ['{"status":"success","data":[', ']}'];

/** The parameters that ask for a page. */
const PAGING = ['page', 'limit', 'cursor'];

/** Parts that the list of orders needs. */
export interface ListParts extends ReaderParts {
  readonly streams: StreamPlaces;
}

export const listOrders = operation({
  id: 'listOrders',
  limitedAs: 'reads',
  path: '/api/v1/orders',
  ...READ_BY_ANYONE,
  replicated: 'reads',
  summary: 'List orders',
  rules: [
    'With page, limit or cursor the response is one page. Without all three it is every order that matches, in one streamed response without pagination; sortBy, sortOrder, status and search are then ignored. Only a few such lists over 64 KB are sent at a time, and a caller that does not take 64 KB in 15 seconds is disconnected; pages are always available.',
    'A cursor costs the same at any depth, and orders placed meanwhile neither repeat nor hide others.',
  ],
  rawQuery: PageQuery,
  response: {
    description: 'The orders.',
    schema: ORDER_LIST,
    caching: 's-maxage=10, stale-while-revalidate=30',
    ...CACHED_FOR_ANYONE,
  },
  errors: [
    CURSOR_AND_PAGE,
    UNKNOWN_CURSOR,
    ...STREAM_REFUSALS,
    ...READER_ERRORS,
    ...outcomes<ErrorOf<Core['orders']['list']>>()(['invalid-owner', 'invalid-token-filter']),
  ],
  failure: ORDERS_FAILED,
  curl: '"$BASE/swap/api/v1/orders?limit=5&status=open"',
  handle: (parts: ListParts, call) =>
    asReader(parts, call, async (reader) => {
      const { orders } = parts;
      const { query, res } = call;
      if (PAGING.some((name) => query[name] !== undefined))
        return listPage(orders, readParameters(query, PageQuery), reader);
      const { view: _, ...filter } = readParameters(query, ScopeQuery);
      const found = valueOrThrow(orders.stream(filter));
      const tokens = await orders.tokens();
      const toResponse = (order: Order) => orderResponse({ order, tokens, id: idFor(reader, order) });
      await streamJsonArray(res, found, toResponse, parts.streams, FRAME);
      return SENT;
    }),
});

async function listPage(
  orders: Core['orders'],
  query: PageQuery,
  reader: Reader,
): Promise<OrderListResponse> {
  const { cursor: _, view: __, include, ...filter } = query;
  const { number, ...start } = startOf(query);
  const found = valueOrThrow(await orders.list({ ...filter, ...start }));
  const [tokens, markOf] = [await orders.tokens(), await orders.marksOf(found.orders)];
  const reports = await orders.reportsOf(include === 'report' ? found.orders : []);
  return {
    status: 'success',
    data: found.orders.map((order) => {
      const report = reports.get(order.terms.uuid);
      return orderResponse({ order, tokens, mark: markOf(order), report, id: idFor(reader, order) });
    }),
    pagination: PAGINATION.write({ ...found, page: number, query }),
  };
}

/** The page's number, and the start of the query. With a cursor, the query takes the first page after the cursor's order. */
function startOf({ cursor: text, page, ...sort }: PageQuery) {
  if (text === undefined) return { number: page ?? 1, page: page ?? 1 };
  if (page !== undefined) throw new HttpError(CURSOR_AND_PAGE);
  const cursor = readCursor(text, sort);
  if (cursor === undefined) throw new HttpError(UNKNOWN_CURSOR);
  return { number: cursor.page, page: 1, after: cursor.after };
}
