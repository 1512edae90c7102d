import { computed, signal } from '@preact/signals';
import type { Client } from '../../../client/index.js';
import { now } from '../live/clock.js';
import { client } from '../service.js';
import { wallet } from './wallet.js';

/** Shorter than the client keeps the wallet's message, ms: until then reads as the owner open no window. */
const KEPT_MS = 200_000;

const proven = signal<{ readonly client: Client; readonly until: number } | undefined>(undefined);

/** Whether reads as the owner open no window of the wallet now: a demo wallet has none, and others have just signed. */
export const readsAsOwner = computed(
  () =>
    wallet.value?.isDemo === true ||
    (proven.value !== undefined && proven.value.client === client.value && now.value < proven.value.until),
);

/** As whom orders are read without asking the visitor for anything. */
export const readerNow = (): 'wallet' | 'anyone' => (readsAsOwner.peek() ? 'wallet' : 'anyone');

/** Asks the wallet for the message that shows the uuids of its orders. Call it when the visitor asked for them. */
export async function proveOwner(signal?: AbortSignal): Promise<void> {
  const asked = client.peek();
  const owner = wallet.peek()?.signer.address;
  if (asked === undefined || owner === undefined) return;
  const from = Date.now();
  await asked.orders.list({ owner, limit: 1 }, { by: 'wallet', ...(signal !== undefined && { signal }) });
  proven.value = { client: asked, until: from + KEPT_MS };
}
