import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import type { ListOrdersInput, OrderFilter } from '../../../application/orders/read-orders.js';
import { ORDER_STATUSES } from '../../../domain/order/order.js';
import { badRequest } from '../problem.js';
import type { Query } from '../queries.js';
import { violations } from '../validation.js';
import { readCursor } from './order-cursor.js';

/** So long that no database's offset overflows. */
const PAGE = /^[1-9][0-9]{0,13}$/;
const LIMIT = /^([1-9]|[1-4][0-9]|50)$/;
const invalid = (name: string, rule: string) => ({ message: `Invalid ${name} parameter: must be ${rule}` });

const TEXT = { search: 'one text', strategyId: 'one text of 1 to 200 characters', cursor: 'one text' };

class FilterRequest {
  @IsOptional()
  @Matches(/^.+$/s, invalid('owner', 'one address'))
  owner?: string;

  @IsOptional()
  @Matches(/^[^\0]{1,200}$/s, invalid('strategyId', TEXT.strategyId))
  strategyId?: string;
}

class ListOrdersRequest extends FilterRequest {
  @IsOptional()
  @Matches(PAGE, { message: 'Invalid page parameter' })
  page?: string;

  @IsOptional()
  @Matches(LIMIT, { message: 'Invalid limit parameter (1-50)' })
  limit?: string;

  @IsOptional()
  @IsIn(['createdAt', 'status'], invalid('sortBy', 'createdAt or status'))
  sortBy?: ListOrdersInput['sortBy'];

  @IsOptional()
  @IsIn(['asc', 'desc'], invalid('sortOrder', 'asc or desc'))
  sortOrder?: ListOrdersInput['sortOrder'];

  @IsOptional()
  @IsIn(['all', ...ORDER_STATUSES], invalid('status', `all, ${ORDER_STATUSES.join(', ')}`))
  status?: ListOrdersInput['status'];

  @IsOptional()
  @IsString(invalid('search', TEXT.search))
  search?: string;

  @IsOptional()
  @IsString(invalid('cursor', TEXT.cursor))
  cursor?: string;
}

export type ListRequest =
  | {
      readonly paged: true;
      readonly input: ListOrdersInput;
      /** The page's number, which a cursor carries along. */
      readonly page: number;
    }
  | { readonly paged: false; readonly filter: OrderFilter };

/** Pages start with `page`, `limit` or `cursor`; without them every parameter but owner and strategyId is passed over. */
export function readListRequest(query: Query): ListRequest {
  const isPaged = ['page', 'limit', 'cursor'].some((name) => query[name] !== undefined);
  if (!isPaged) return { paged: false, filter: filterOf(readFilter(query, new FilterRequest())) };
  const { page, limit = '10', cursor: text, search, ...rest } = readListOrders(query);
  const { sortBy = 'createdAt', sortOrder = 'desc', status = 'all' } = rest;
  const paging = { sortBy, sortOrder, status, limit: Number(limit) };
  const input = { ...filterOf(rest), ...(search !== undefined && { search }), ...paging };
  if (text === undefined) {
    const number = Number(page ?? '1');
    return { paged: true, page: number, input: { ...input, page: number } };
  }
  if (page !== undefined) throw badCursor('must not be sent together with page');
  const cursor = readCursor(text, paging);
  if (cursor === undefined)
    throw badCursor('must be the nextCursor of a page with this sortBy and sortOrder');
  return { paged: true, page: cursor.page, input: { ...input, page: 1, after: cursor.after } };
}

const badCursor = (rule: string) => badRequest(`Invalid cursor parameter: ${rule}`);

const filterOf = ({ owner, strategyId }: FilterRequest): OrderFilter => ({
  ...(owner !== undefined && { owner }),
  ...(strategyId !== undefined && { strategyId }),
});

function readFilter<T extends FilterRequest>(query: Query, request: T): T {
  request.owner = query['owner'] as string;
  request.strategyId = query['strategyId'] as string;
  return check(request);
}

function readListOrders(query: Query): ListOrdersRequest {
  const request = new ListOrdersRequest();
  request.page = query['page'] as string;
  request.limit = query['limit'] as string;
  request.sortBy = query['sortBy'] as ListOrdersInput['sortBy'];
  request.sortOrder = query['sortOrder'] as ListOrdersInput['sortOrder'];
  request.status = query['status'] as ListOrdersInput['status'];
  request.search = query['search'] as string;
  request.cursor = query['cursor'] as string;
  return readFilter(query, request);
}

function check<T extends object>(request: T): T {
  const [first] = violations(request);
  if (first !== undefined) throw badRequest(first);
  return request;
}
