import type { ListOrdersInput } from '../../../../application/orders/read-orders.js';
import type { OrderHandle } from '../../../../domain/order/ids.js';
import { ORDER_STATUSES, type OrderStatus, type OrderPosition } from '../../../../domain/order/order.js';

type Sort = Pick<ListOrdersInput, 'sortBy' | 'sortOrder'>;

/** Start of a page of a list. */
export interface OrderCursor {
  readonly after: OrderPosition;
  /** Number of the page, 2 or more. */
  readonly page: number;
}

const HANDLE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/**
 * Cursor as a text that callers only pass back. It holds the order's position in the list, and nothing that a public read does not
 * show. Ties are sorted by handle: if they were sorted by uuid, made-up cursors could find a uuid by bisection.
 */
export function writeCursor({ after, page }: OrderCursor, { sortBy, sortOrder }: Sort): string {
  const { status, createdAt, handle } = after;
  const fields = [sortBy, sortOrder, page, status, createdAt.toISOString(), handle];
  return Buffer.from(fields.join(' ')).toString('base64url');
}

/** Reads a cursor. Undefined for a text that `writeCursor` did not write for this sort. */
export function readCursor(text: string, sort: Sort): OrderCursor | undefined {
  const fields = Buffer.from(text, 'base64url').toString().split(' ');
  const [sortBy, sortOrder, page, status, createdAt = '', handle = ''] = fields;
  const isWhole = fields.length === 6 && TIME.test(createdAt) && HANDLE.test(handle) && isStatus(status);
  if (!isWhole || sortBy !== sort.sortBy || sortOrder !== sort.sortOrder) return undefined;
  const after = { status, createdAt: new Date(createdAt), handle: handle as OrderHandle };
  const cursor = { after, page: Number(page) };
  const isSound = !Number.isNaN(after.createdAt.getTime()) && Number.isSafeInteger(cursor.page);
  return isSound && cursor.page >= 2 && writeCursor(cursor, sort) === text ? cursor : undefined;
}

const isStatus = (text: string | undefined): text is OrderStatus =>
  ORDER_STATUSES.some((status) => status === text);
