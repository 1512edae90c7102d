import { jsonBytes } from '../terms/draft-fields.js';
import type { OrderTerms } from '../order.js';

/** Limits on what a caller may store; unlimited if absent. */
export interface OrderQuotas {
  /** `storedBytes` of one order. */
  readonly orderBytes?: number | undefined;
  /** Open orders of one owner, and their `storedBytes` in all. */
  readonly openOrders?: number | undefined;
  readonly openBytes?: number | undefined;
  /** Orders and bytes that one owner may place per UTC day, whatever becomes of them: ended orders stay stored. */
  readonly dailyOrders?: number | undefined;
  readonly dailyBytes?: number | undefined;
}

/** A number of orders with their `storedBytes`. */
export interface StoredOrders {
  readonly orders: number;
  readonly bytes: number;
}

export const NO_ORDERS: StoredOrders = { orders: 0, bytes: 0 };

export const sumOf = (a: StoredOrders, b: StoredOrders): StoredOrders => ({
  orders: a.orders + b.orders,
  bytes: a.bytes + b.bytes,
});

/** Bytes of an order in addition to its owner's free fields: its row, its entries in indexes and in the queue, its first event. */
export const FIXED_ORDER_BYTES = 2_500;

/** Approximate disk space of an order. */
export function storedBytes({
  metadata,
  extra,
  strategy,
  signed,
}: Pick<OrderTerms, 'metadata' | 'extra' | 'strategy' | 'signed'>): number {
  return (
    FIXED_ORDER_BYTES +
    jsonBytes([metadata ?? {}, extra, { ...strategy }, signed?.fields ?? {}, ...(signed?.path ?? [])])
  );
}

/** An order that alone exceeds the maximum size of an order. */
export interface OrderTooLarge {
  readonly kind: 'order-too-large';
  readonly bytes: number;
  readonly limit: number;
}

/** A quota of its owner that an order would exceed. */
export type QuotaExceeded =
  /** The figures include the owner's open orders and this one. */
  | OwnerQuotaExceeded<'open-quota-exceeded'>
  /** The figures include the day's orders and this one. */
  | (OwnerQuotaExceeded<'daily-quota-exceeded'> & { readonly msLeft: number });

/** Amount that the owner would store, and the maximum. */
export interface OwnerQuotaExceeded<K> {
  readonly kind: K;
  readonly of: 'orders' | 'bytes';
  readonly used: number;
  readonly limit: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The start of the UTC day that contains the time. */
export const dayOf = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);

/** Milliseconds until the UTC day that contains the time ends. */
export const msLeftOfDay = (at: Date): number => dayOf(at).getTime() + DAY_MS - at.getTime();

/** Whether the order alone exceeds the maximum size of an order. */
export function tooLarge(terms: OrderTerms, { orderBytes }: OrderQuotas): OrderTooLarge | undefined {
  const bytes = storedBytes(terms);
  const fits = orderBytes === undefined || bytes <= orderBytes;
  return fits ? undefined : { kind: 'order-too-large', bytes, limit: orderBytes };
}

/** The quota that an order exceeds, given the owner's open orders and those placed on the day, each including the order. */
export function exceededQuota(
  { open, placed, now }: { readonly open: StoredOrders; readonly placed: StoredOrders; readonly now: Date },
  quotas: OrderQuotas,
): QuotaExceeded | undefined {
  const { openOrders, openBytes, dailyOrders, dailyBytes } = quotas;
  const overOpen = exceeded(open, { orders: openOrders, bytes: openBytes });
  if (overOpen !== undefined) return { kind: 'open-quota-exceeded', ...overOpen };
  const overDay = exceeded(placed, { orders: dailyOrders, bytes: dailyBytes });
  return overDay && { kind: 'daily-quota-exceeded', ...overDay, msLeft: msLeftOfDay(now) };
}

function exceeded(
  used: StoredOrders,
  limits: { readonly [K in keyof StoredOrders]: number | undefined },
): Omit<OwnerQuotaExceeded<never>, 'kind'> | undefined {
  for (const unit of ['orders', 'bytes'] as const) {
    const limit = limits[unit];
    if (limit !== undefined && used[unit] > limit) return { of: unit, used: used[unit], limit };
  }
  return undefined;
}
