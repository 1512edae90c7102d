import { ORDER_STATUSES, type OrderPosition, type OrderStatus } from '../../domain/order/order.js';
import { MIN_SEARCH_LENGTH } from '../../domain/order/search.js';

export const SORTS = ['createdAt', 'status'] as const;
export const DIRECTIONS = ['asc', 'desc'] as const;
/** Orders per page. */
export const PAGE_LIMIT = { minimum: 1, maximum: 50, byDefault: 10 } as const;

/** Which of the orders a page has. */
export interface PageInput {
  /** `open` includes broadcasted; `all`, the default, is no filter. */
  readonly status?: OrderStatus | 'all' | undefined;
  /** What `matchesSearch` looks for, in any case, MIN_SEARCH_LENGTH characters at least; the empty text is no filter. */
  readonly search?: string | undefined;
  /** By default `createdAt`. */
  readonly sortBy?: (typeof SORTS)[number] | undefined;
  /** By default `desc`, the newest first. */
  readonly sortOrder?: (typeof DIRECTIONS)[number] | undefined;
  /** 1, the default, or more; counts from `after` when that is given. */
  readonly page?: number | undefined;
  /** 1 to 50; by default 10. */
  readonly limit?: number | undefined;
  /** `next` of a page with the same sort. Costs the same however deep it leads. */
  readonly after?: OrderPosition | undefined;
}

/**
 * The page with its defaults.
 *
 * @throws RangeError for a value that the types do not allow: hosts may pass what their own callers sent.
 */
export function pageOf({
  status = 'all',
  search = '',
  sortBy = 'createdAt',
  sortOrder = 'desc',
  page = 1,
  limit = PAGE_LIMIT.byDefault,
}: PageInput) {
  oneOf('status', status, ['all', ...ORDER_STATUSES]);
  oneOf('sortBy', sortBy, SORTS);
  oneOf('sortOrder', sortOrder, DIRECTIONS);
  whole('page', page, Number.MAX_SAFE_INTEGER / PAGE_LIMIT.maximum);
  whole('limit', limit, PAGE_LIMIT.maximum);
  if (typeof search !== 'string' || (search !== '' && search.length < MIN_SEARCH_LENGTH))
    throw new RangeError(`search must be a text of ${MIN_SEARCH_LENGTH} characters at least`);
  return { status, search, sortBy, sortOrder, offset: (page - 1) * limit, limit };
}

function oneOf(name: string, value: unknown, allowed: readonly unknown[]): void {
  if (!allowed.includes(value)) throw new RangeError(`${name} must be one of ${allowed.join(', ')}`);
}

function whole(name: string, value: unknown, maximum: number): void {
  if (Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= maximum) return;
  throw new RangeError(`${name} must be a whole number from 1 to ${Math.floor(maximum)}`);
}
