import { useComputed, useSignal, type ReadonlySignal } from '@preact/signals';
import type { Client, Order } from '../../../../sdk/client/index.js';
import { useReading } from '../../live/reading.js';
import { visible } from '../../live/visible.js';
import { wallet } from '../../session/wallet.js';
import { merged, type Balances } from '../model/balances.js';
import { placed } from './placed.js';

const EVERY_MS = 15_000;
/** Longest time for which the server lags behind the block that confirmed an order, ms. */
const BEHIND_MS = 2_500;
/** Minimum interval between reads of all tokens, for the list of tokens. */
const ALL_EVERY_MS = 60_000;
/** Greatest number of tokens in one call to the server. */
const AT_A_TIME = 50;
const NONE: Balances = new Map();

/** Balances of the visitor's wallet. */
export interface Held {
  /** Balances in smallest units by contract id. A balance that is absent is unknown. Undefined without a wallet. */
  readonly balances: ReadonlySignal<Balances | undefined>;
  /** Reads tokens in addition to those of the form, for a token list. */
  readonly readAlso: (tokens: readonly string[]) => void;
  /** Reads the tokens of the form now. */
  readonly again: () => void;
}

/**
 * Reads the wallet's balances of the tokens, given as comma-separated contract ids, regularly while the tab is visible, and
 * when an order of the wallet is confirmed.
 */
export function useBalances(tokens: ReadonlySignal<string>): Held {
  const held = useSignal({ address: '', balances: NONE });
  const listed = useSignal<{ readonly address: string; readonly tokens: readonly string[] } | undefined>(
    undefined,
  );
  const address = useComputed(() => wallet.value?.signer.address);
  const settled = useComputed(() => newestBlockOf(address.value));

  const read = async (client: Client, from: string, ids: readonly string[], signal: AbortSignal) => {
    let height = Infinity;
    for (let n = 0; n < ids.length; n += AT_A_TIME) {
      const found = await client.balances.get(from, ids.slice(n, n + AT_A_TIME), { signal });
      const before = held.peek();
      const known = before.address === from ? before.balances : NONE;
      held.value = { address: from, balances: merged(known, found.balances) };
      height = Math.min(height, found.blockHeight);
    }
    return height;
  };

  const { again } = useReading(async (client, signal) => {
    const [from, ids, least] = [address.value, tokens.value, settled.value];
    if (!visible.value || from === undefined || ids === '') return;
    const height = await read(client, from, ids.split(','), signal);
    if (height >= least) return;
    await new Promise((resolve) => setTimeout(resolve, BEHIND_MS));
    if (!signal.aborted) await read(client, from, ids.split(','), signal);
  }, EVERY_MS);

  useReading(async (client, signal) => {
    const asked = listed.value;
    if (asked !== undefined) await read(client, asked.address, asked.tokens, signal);
  });
  const allReadAt = useSignal(-Infinity);
  const readAlso = (all: readonly string[]) => {
    const from = address.peek();
    const isRecent = listed.peek()?.address === from && Date.now() - allReadAt.peek() < ALL_EVERY_MS;
    if (from === undefined || isRecent) return;
    allReadAt.value = Date.now();
    listed.value = { address: from, tokens: all };
  };

  const balances = useComputed(() => {
    if (address.value === undefined) return undefined;
    return held.value.address === address.value ? held.value.balances : NONE;
  });
  return { balances, readAlso, again };
}

/** Height of the newest block in which one of the owner's orders placed here was confirmed; 0 if there is none. */
function newestBlockOf(owner: string | undefined): number {
  const isSettled = (order: Order) => order.owner === owner && order.status === 'confirmed';
  const orders = placed.value.flatMap((one) => one.orders.value).filter(isSettled);
  return Math.max(0, ...orders.map(({ blockHeight = 0 }) => blockHeight));
}
