import { print, printNote } from '../../../adapters/terminal/index.js';
import type { Order, OrderEvent } from '../../../sdk/client/index.js';
import type { JsonOption } from '../result.js';
import { openTrading, type TradingOptions } from '../service/trading.js';
import { UsageError } from '../usage-error.js';
import { followOne, followOwner, type Updates } from './follow.js';
import { readingAs } from './list-orders.js';
import { eventText, idOf, orderRows, serverWords } from './order-text.js';

export interface WatchOptions extends TradingOptions, JsonOption {
  readonly owner?: string;
}

/**
 * Prints what happens to an order until it has ended, or to all of an owner's orders until the program is stopped. Returns the
 * exit code: 0 if the order is confirmed, else 1.
 */
export async function watchOrders(id: string | undefined, options: WatchOptions): Promise<number> {
  const { client, wallet } = await openTrading(options);
  const reading = readingAs(wallet);
  const words = await serverWords(client);
  if (id !== undefined) {
    const order = await printed(followOne(client, id, reading), options, (event, order) =>
      eventText(event, order, words),
    );
    if (order === undefined) return 1;
    if (options.json !== true)
      for (const [what, text] of orderRows(order, words))
        if (ENDING.includes(what)) print(`${what}: ${text}`);
    return order.status === 'confirmed' ? 0 : 1;
  }
  const owner = options.owner ?? wallet?.address;
  if (owner === undefined)
    throw new UsageError('name an order, an --owner, or a wallet whose orders are watched');
  printNote(`watching the orders of ${owner}; Ctrl-C ends it`);
  await printed(
    followOwner(client, owner, reading),
    options,
    (event, order) => `${idOf(order)}  ${eventText(event, order, words)}`,
  );
  return 0;
}

/** Rows to print of an order that has ended. */
const ENDING = ['status', 'paid', 'received', 'failure', 'cancelled'];

/** Prints the updates. Returns the order of the last one. */
async function printed(
  updates: Updates,
  { json = false }: JsonOption,
  lineOf: (event: OrderEvent, order: Order) => string,
): Promise<Order | undefined> {
  let last: Order | undefined;
  for await (const { event, order } of updates) {
    last = order;
    // One line for each, so that programs can read them as they arrive.
    if (json) print(JSON.stringify({ event, order }));
    else print(lineOf(event, order));
  }
  return last;
}
