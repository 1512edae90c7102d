import type { Client, Order } from '../../../sdk/client/index.js';
import { tell } from '../shell/notices.js';

/** Cancels an order, and says what became of it. Rejects as the client does. */
export async function cancelOrder(client: Client, { handle }: Order): Promise<void> {
  const { status, ending } = await client.orders.cancel(handle, { by: 'wallet' });
  if (status === 'cancelled') tell('The order is cancelled.');
  else if (ending !== undefined) tell('The order ends as soon as the chain has decided about its swap.');
  else tell(`The order was ${status} already.`);
}
