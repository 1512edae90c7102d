import type { Client } from '../../../sdk/client/index.js';
import { wallet } from '../session/wallet.js';

/** Time for which the client reuses a message of the wallet for reads of one kind, ms. */
const KEPT_MS = 240_000;
/** Reads take time. */
const MARGIN_MS = 15_000;

/** Time of the last request to the wallet, by the kind of read. */
const asked = new WeakMap<Client, Map<string, number>>();

/** Notes that a read of this kind begins, for which the wallet is asked unless it was asked recently. */
export function noteRead(client: Client, kind: string): void {
  const times = asked.get(client) ?? new Map<string, number>();
  asked.set(client, times);
  const now = Date.now();
  if (now - (times.get(kind) ?? -Infinity) >= KEPT_MS) times.set(kind, now);
}

/** Notes that the wallet declined. */
export function forgetRead(client: Client, kind: string): void {
  asked.get(client)?.delete(kind);
}

/** Whether a read of this kind opens no wallet window: the wallet has just signed, or is a demo wallet. */
export const isFree = (client: Client, kind: string, now: number): boolean =>
  wallet.value?.isDemo === true || now - (asked.get(client)?.get(kind) ?? -Infinity) < KEPT_MS - MARGIN_MS;
