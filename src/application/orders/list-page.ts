import { ORDER_STATUSES, type OrderPosition, type OrderStatus } from '../../domain/order/order.js';
import { among, anyText, count, refuseOptions, wrongValue } from '../../domain/shared/option-checks.js';

export const SORTS = ['createdAt', 'status'] as const;
export const DIRECTIONS = ['asc', 'desc'] as const;
/** Statuses that a page may be of, and groups of them: `open` includes broadcasted, `ended` is the rest, `all` is no filter. */
export const STATUS_FILTERS = ['all', ...ORDER_STATUSES, 'ended'] as const;
/** Status or group of statuses. */
export type StatusFilter = (typeof STATUS_FILTERS)[number];

/** The statuses of a filter; undefined for all. */
export function statusesOf(filter: StatusFilter): OrderStatus[] | undefined {
  switch (filter) {
    case 'all':
      return undefined;
    case 'open':
      return ['open', 'broadcasted'];
    case 'ended':
      return ['confirmed', 'failed', 'cancelled'];
    default:
      return [filter];
  }
}

/** Orders per page. */
export const PAGE_LIMIT = { minimum: 1, maximum: 50, byDefault: 10 } as const;

/** The last page whose orders can be counted exactly. */
const MAX_PAGE = Math.floor(Number.MAX_SAFE_INTEGER / PAGE_LIMIT.maximum);

/** Selection of a page's orders. */
export interface PageInput {
  /** Default `all`. */
  readonly status?: StatusFilter | undefined;
  /** Text for `matchesSearch`, in any case; the empty text is no filter. */
  readonly search?: string | undefined;
  /** Field to sort by. Default `createdAt`. */
  readonly sortBy?: (typeof SORTS)[number] | undefined;
  /** Direction of the sort. Default `desc`, the newest first. */
  readonly sortOrder?: (typeof DIRECTIONS)[number] | undefined;
  /** Number of the page, from 1, the default; counted from `after` if given. */
  readonly page?: number | undefined;
  /** Number of orders on the page, 1 to 50. Default 10. */
  readonly limit?: number | undefined;
  /** Position from which to continue: `next` of a page with the same sort. However far it is from the start, the cost is the same. */
  readonly after?: OrderPosition | undefined;
}

/**
 * The page with its defaults.
 *
 * @throws RangeError for a value that the types forbid: hosts may pass on their callers' input.
 */
export function pageOf({
  status = 'all',
  search = '',
  sortBy = 'createdAt',
  sortOrder = 'desc',
  page = 1,
  limit = PAGE_LIMIT.byDefault,
}: PageInput) {
  refuseOptions([
    ...wrongValue('status', status, among(...STATUS_FILTERS)),
    ...wrongValue('sortBy', sortBy, among(...SORTS)),
    ...wrongValue('sortOrder', sortOrder, among(...DIRECTIONS)),
    ...wrongValue('page', page, count(1, MAX_PAGE)),
    ...wrongValue('limit', limit, count(PAGE_LIMIT.minimum, PAGE_LIMIT.maximum)),
    ...wrongValue('search', search, anyText),
  ]);
  return { status, search, sortBy, sortOrder, offset: (page - 1) * limit, limit };
}
