import { ClientError, type Order, type OrderReadOptions } from '../client/index.js';
import { soldBy } from '../words/warnings.js';

/** Most open orders that are added up. */
const MOST_ORDERS = 200;

/** Open orders to add up. */
export interface Promised {
  readonly owner: string;
  /** The subnet copy that they sell. */
  readonly token: string;
  /** Handle of an order that does not count, since it is replaced. */
  readonly without?: string | undefined;
}

/** Client that reads orders. */
interface OrdersReader {
  readonly orders: {
    all(
      query: { readonly owner: string; readonly status: 'open'; readonly inputToken: string },
      options?: OrderReadOptions,
    ): AsyncIterable<Order>;
  };
}

/**
 * Amount in smallest units that an owner's open orders sell of a token; undefined if they cannot be read. Of orders of which one
 * cancels the others, the largest counts, and exits do not: they sell what their entry buys.
 */
export async function promisedBy(
  { orders }: OrdersReader,
  { owner, token, without }: Promised,
  options: OrderReadOptions = {},
): Promise<bigint | undefined> {
  const groups = new Map<string, Order[]>();
  let read = 0;
  try {
    for await (const order of orders.all({ owner, status: 'open', inputToken: token }, options)) {
      const group = order.strategyId ?? order.handle;
      if (order.handle !== without) groups.set(group, [...(groups.get(group) ?? []), order]);
      if (++read === MOST_ORDERS) break;
    }
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    return undefined;
  }
  return [...groups.values()].reduce((sum, group) => sum + soldBy(group), 0n);
}
