import { computed, signal } from '@preact/signals';
import { ClientError } from '../../../sdk/client/index.js';
import { now } from '../live/clock.js';
import { client } from '../session/service.js';
import { forgetRead, isFree, noteRead } from './kept-messages.js';
import { wallet } from '../session/wallet.js';

const KIND = 'orders';
/** Number of signatures so far. Values that depend on it are computed again after each one. */
const signatures = signal(0);

/** Whether the owner's orders can be read now without opening a wallet window. */
const readsAsOwner = computed(
  () => signatures.value >= 0 && client.value !== undefined && isFree(client.value, KIND, now.value),
);

/** Identity for reading orders without asking the visitor for anything. */
export const readerNow = (): Reader => (readsAsOwner.peek() ? 'wallet' : 'anyone');

type Reader = 'wallet' | 'anyone';
const REFUSED = [401, 403];

/** Reads orders as the owner if that opens no wallet window. Otherwise, or if the server rejects the proof, reads as anyone. */
export async function readFreely<T>(read: (by: Reader) => Promise<T>): Promise<T> {
  const by = readerNow();
  try {
    return await read(by);
  } catch (error) {
    const isRefused = error instanceof ClientError && REFUSED.includes(error.status ?? 0);
    if (by === 'anyone' || !isRefused) throw error;
    return read('anyone');
  }
}

/** Asks the wallet for the message that reveals the uuids of its orders. Call it when the visitor has asked for them. */
export async function proveOwner(aborted?: AbortSignal): Promise<void> {
  const asked = client.peek();
  const owner = wallet.peek()?.signer.address;
  if (asked === undefined || owner === undefined) return;
  const options = { by: 'wallet', ...(aborted !== undefined && { signal: aborted }) } as const;
  noteRead(asked, KIND);
  try {
    await asked.orders.list({ owner, limit: 1 }, options);
  } catch (error) {
    forgetRead(asked, KIND);
    throw error;
  }
  signatures.value++;
}
