import { print, printTable } from '../../../adapters/terminal/index.js';
import type { Client, Order, OrderQuery, OrderReadOptions } from '../../../sdk/client/index.js';
import { printJson, type JsonOption } from '../result.js';
import { openTrading, type TradingOptions } from '../service/trading.js';
import { ORDER_TITLES, orderCells, serverWords } from './order-text.js';
import { pairsOf } from './pairs.js';

export interface ListOptions extends TradingOptions, JsonOption {
  readonly owner?: string;
  readonly status: NonNullable<OrderQuery['status']>;
  readonly pair?: string;
  readonly strategy?: string;
  /** Maximum number of orders, newest first. */
  readonly limit: number;
}

/** Lists orders, newest first: those of the given owner, or else of the wallet, or else all. */
export async function listOrders(options: ListOptions): Promise<number> {
  const { client, wallet } = await openTrading(options);
  const owner = options.owner ?? wallet?.address;
  const query: Omit<OrderQuery, 'page' | 'cursor'> = {
    status: options.status,
    ...(owner !== undefined && { owner }),
    ...(options.strategy !== undefined && { strategyId: options.strategy }),
  };
  const pairs = options.pair === undefined ? [undefined] : await pairsOf(client, options.pair);
  const found: Order[] = [];
  for (const pair of pairs)
    found.push(...(await newest(client, { ...query, pair }, options.limit, readingAs(wallet))));
  const orders = found.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)).slice(0, options.limit);
  if (options.json === true) printJson({ orders });
  else if (orders.length === 0) print('no orders');
  else {
    const words = await serverWords(client);
    printTable(
      ORDER_TITLES,
      orders.map((order) => orderCells(order, words)),
    );
  }
  return 0;
}

/** Options for reading orders. A wallet reads as their owner, who sees uuids. */
export const readingAs = (wallet: object | undefined): OrderReadOptions =>
  wallet === undefined ? {} : { by: 'wallet' };

async function newest(
  client: Client,
  query: Omit<OrderQuery, 'page' | 'cursor'>,
  limit: number,
  options: OrderReadOptions,
) {
  const orders: Order[] = [];
  for await (const order of client.orders.all({ ...query, limit: Math.min(limit, 50) }, options)) {
    orders.push(order);
    if (orders.length >= limit) break;
  }
  return orders;
}
