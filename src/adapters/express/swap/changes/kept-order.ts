import type { Core } from '../../../../application/core.js';
import { placeOrder } from '../../../../domain/order/lifecycle/lifecycle.js';
import type { Order } from '../../../../domain/order/order.js';
import type { TokenBook } from '../../../../domain/metadata-record/token-book.js';
import type { Repeatable } from './idempotency.js';
import { orderResponse, type OrderResponse } from '../orders/order-shapes.js';

/**
 * Record of an order in a kept response: the order's handle, and anything in the response that had changed since the order was
 * placed. Its terms are not stored again under every Idempotency-Key: if an amendment has changed them, a repeated response has the new
 * ones.
 */
export interface KeptOrder {
  /** Handle of the order. No other order has it. */
  readonly order: string;
  readonly since: Readonly<Record<string, unknown>>;
  readonly quote?: unknown;
}

/** An order to show to a caller who named its uuid. */
export interface Shown {
  readonly order: Order;
  readonly tokens: TokenBook;
}

type Orders = Pick<Core['orders'], 'getNewest' | 'tokens'>;

/** Work that responds with one order, after the fields of `head`. */
export const repeatableOrder = <H extends object>(
  orders: Orders,
  work: () => Promise<Shown & { readonly head: H }>,
): Repeatable<H & { readonly data: OrderResponse }> => ({
  work: async () => {
    const { head, ...shown } = await work();
    const data = showOrder(shown);
    return { body: { ...head, data }, kept: () => ({ head, data: keepOrder(shown, data) }) };
  },
  restore: async ({ head, data }: { readonly head: H; readonly data: KeptOrder }) => ({
    ...head,
    data: await restoreOrder(orders, data),
  }),
});

export const showOrder = ({ order, tokens }: Shown): OrderResponse =>
  orderResponse({ order, tokens, id: order.terms.uuid });

/** Returns the record to keep of the order's response. */
export function keepOrder({ order, tokens }: Shown, response: OrderResponse): KeptOrder {
  const placed: Readonly<Record<string, unknown>> = asPlaced(order, tokens);
  const { metadata, ...fields } = response;
  const changed = Object.entries(fields).filter(([name, value]) => !isSame(value, placed[name]));
  return {
    order: order.terms.handle,
    since: Object.fromEntries(changed),
    ...(metadata?.quote && { quote: metadata.quote }),
  };
}

/** The kept response of the order, byte for byte. @throws Error if the order is gone. */
export async function restoreOrder(
  orders: Orders,
  { order: handle, since, quote }: KeptOrder,
): Promise<OrderResponse> {
  const found = await orders.getNewest(handle);
  if (!found.ok) throw new Error(`a kept response is about the order ${handle}, which is gone`);
  const { metadata, ...placed } = asPlaced(found.value, await orders.tokens());
  const hasMetadata = metadata !== undefined || quote !== undefined;
  const shown = { ...metadata, ...(quote !== undefined && { quote }) };
  // Metadata comes last, as in the original.
  return { ...placed, ...since, ...(hasMetadata && { metadata: shown }) } as OrderResponse;
}

const asPlaced = ({ terms, createdAt }: Order, tokens: TokenBook): OrderResponse =>
  showOrder({ order: placeOrder(terms, createdAt).order, tokens });

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);
