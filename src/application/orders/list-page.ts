import { ORDER_STATUSES, type OrderPosition, type OrderStatus } from '../../domain/order/order.js';
import { among, anyText, count, refuseOptions, wrongValue } from '../../domain/shared/option-checks.js';

export const SORTS = ['createdAt', 'status'] as const;
export const DIRECTIONS = ['asc', 'desc'] as const;
/** Orders per page. */
export const PAGE_LIMIT = { minimum: 1, maximum: 50, byDefault: 10 } as const;

/** The last page whose orders can be counted exactly. */
const MAX_PAGE = Math.floor(Number.MAX_SAFE_INTEGER / PAGE_LIMIT.maximum);

/** Selection of a page's orders. */
export interface PageInput {
  /** `open` includes broadcasted; `all`, the default, is no filter. */
  readonly status?: OrderStatus | 'all' | undefined;
  /** Text for `matchesSearch`, in any case; the empty text is no filter. */
  readonly search?: string | undefined;
  /** By default `createdAt`. */
  readonly sortBy?: (typeof SORTS)[number] | undefined;
  /** By default `desc`, the newest first. */
  readonly sortOrder?: (typeof DIRECTIONS)[number] | undefined;
  /** 1, the default, or more; counted from `after` if given. */
  readonly page?: number | undefined;
  /** 1 to 50; by default 10. */
  readonly limit?: number | undefined;
  /** `next` of a page with the same sort. The cost does not grow with the depth. */
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
    ...wrongValue('status', status, among('all', ...ORDER_STATUSES)),
    ...wrongValue('sortBy', sortBy, among(...SORTS)),
    ...wrongValue('sortOrder', sortOrder, among(...DIRECTIONS)),
    ...wrongValue('page', page, count(1, MAX_PAGE)),
    ...wrongValue('limit', limit, count(PAGE_LIMIT.minimum, PAGE_LIMIT.maximum)),
    ...wrongValue('search', search, anyText),
  ]);
  return { status, search, sortBy, sortOrder, offset: (page - 1) * limit, limit };
}
