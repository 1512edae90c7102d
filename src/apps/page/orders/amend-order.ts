import type { Client, Order } from '../../../sdk/client/index.js';
import { signAmendment, type TermChanges } from '../../../sdk/signing/index.js';
import { registry } from '../live/registry.js';
import { wallet } from '../session/wallet.js';
import { tell } from '../shell/notices.js';
import { proveOwner } from '../wallet/owner-reads.js';

/** Lets the wallet sign new terms of its open order, and sends them. Does nothing without a wallet. Rejects as wallet and client do. */
export async function amendOrder(client: Client, order: Order, changes: TermChanges): Promise<void> {
  const [signer, network] = [wallet.peek()?.signer, registry.peek()?.network];
  if (signer === undefined || network === undefined) return;
  const amendment = await signAmendment(signer, await owned(client, order), changes, { network });
  await client.orders.amend(order.handle, amendment);
  tell('The order is changed.');
}

/** The order with its uuid, which is signed and only its owner sees. */
async function owned(client: Client, order: Order): Promise<Order> {
  if (order.uuid !== undefined) return order;
  await proveOwner();
  return client.orders.get(order.handle, { by: 'wallet' });
}
