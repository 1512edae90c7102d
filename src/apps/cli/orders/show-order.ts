import { print, printTable } from '../../../adapters/terminal/index.js';
import { printJson, type JsonOption } from '../result.js';
import { openTrading, type TradingOptions } from '../service/trading.js';
import { readingAs } from './list-orders.js';
import { eventText, orderRows, serverWords } from './order-text.js';

/** Shows an order and everything that happened to it. */
export async function showOrder(id: string, options: TradingOptions & JsonOption): Promise<number> {
  const { client, wallet } = await openTrading(options);
  const reading = readingAs(wallet);
  const order = await client.orders.get(id, reading);
  const events = await client.orders.events(id, reading);
  if (options.json === true) printJson({ order, events });
  else {
    const words = await serverWords(client);
    printTable(['', ''], orderRows(order, words));
    print('');
    printTable(
      ['log'],
      events.map((event) => [eventText(event, order, words)]),
    );
  }
  return 0;
}
