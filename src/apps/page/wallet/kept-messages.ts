import type { Client } from '../../../sdk/client/index.js';
import { wallet } from '../session/wallet.js';

/** Time for which the client reuses a message that the wallet signed for one kind of read, ms. */
const KEPT_MS = 240_000;
/** Time reserved for the read itself, ms. */
const MARGIN_MS = 15_000;

/** Time of the last request to the wallet, by the kind of read. */
const asked = new WeakMap<Client, Map<string, number>>();

/** Notes that a read of this kind begins. It asks the wallet, unless the wallet was asked recently. */
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

/** Whether a read of this kind opens no wallet window, because the wallet has signed recently or is a demo wallet. */
export const isFree = (client: Client, kind: string, now: number): boolean =>
  wallet.value?.isDemo === true || now - (asked.get(client)?.get(kind) ?? -Infinity) < KEPT_MS - MARGIN_MS;
