import { IsIn, IsOptional, Matches } from 'class-validator';
import type { ListOrdersInput } from '../../../application/orders/read-orders.js';
import { ORDER_STATUSES } from '../../../domain/order/order.js';
import { badRequest } from '../problem.js';
import { violations } from '../validation.js';

/** Query values by name: text, or a list when a name is repeated, which no parameter allows. */
export type Query = Readonly<Record<string, unknown>>;

/** So long that no database's offset overflows. */
const PAGE = /^[1-9][0-9]{0,13}$/;
const LIMIT = /^([1-9]|[1-4][0-9]|50)$/;
const invalid = (name: string, rule: string) => ({ message: `Invalid ${name} parameter: must be ${rule}` });

class OwnerRequest {
  @IsOptional()
  @Matches(/^.+$/s, invalid('owner', 'one address'))
  owner?: string;
}

class ListOrdersRequest {
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
  @Matches(/^.+$/s, invalid('owner', 'one address'))
  owner?: string;
}

export type ListRequest =
  | { readonly paged: true; readonly input: ListOrdersInput }
  | { readonly paged: false; readonly owner?: string };

/** Pages start with `page` or `limit`; without them every other parameter but owner is passed over. */
export function readListRequest(query: Query): ListRequest {
  if (query['page'] === undefined && query['limit'] === undefined) {
    const request = new OwnerRequest();
    request.owner = query['owner'] as string;
    check(request);
    return { paged: false, ...(request.owner !== undefined && { owner: request.owner }) };
  }
  const { page = '1', limit = '10', ...rest } = readListOrders(query);
  const { sortBy = 'createdAt', sortOrder = 'desc', status = 'all', owner } = rest;
  const input = { page: Number(page), limit: Number(limit), sortBy, sortOrder, status };
  return { paged: true, input: owner === undefined ? input : { ...input, owner } };
}

function readListOrders(query: Query): ListOrdersRequest {
  const request = new ListOrdersRequest();
  request.page = query['page'] as string;
  request.limit = query['limit'] as string;
  request.sortBy = query['sortBy'] as ListOrdersInput['sortBy'];
  request.sortOrder = query['sortOrder'] as ListOrdersInput['sortOrder'];
  request.status = query['status'] as ListOrdersInput['status'];
  request.owner = query['owner'] as string;
  return check(request);
}

function check<T extends object>(request: T): T {
  const [first] = violations(request);
  if (first !== undefined) throw badRequest(first);
  return request;
}
