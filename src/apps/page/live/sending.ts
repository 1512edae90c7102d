import { computed, effect, signal } from '@preact/signals';
import { ClientError, type Client, type ResponseOf } from '../../../sdk/client/index.js';
import { client } from '../session/service.js';
import { isVisible } from './visible.js';

const current = signal<ResponseOf<'readSending'>['stops']>([]);

/** Reasons why new swaps are stopped, as last read; empty while swaps are sent, and before the first reading. */
export const stops = computed(() => current.value);

const AGAIN_MS = 5_000;

/** Follows the reasons while a view shows them. Returns a function that ends it. */
export const followStops = (): (() => void) =>
  effect(() => {
    const from = client.value;
    if (from === undefined) return;
    const aborted = new AbortController();
    void follow(from, aborted.signal);
    return () => aborted.abort();
  });

async function follow(from: Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (isVisible())
      try {
        current.value = (await from.orders.sending({ signal })).stops;
      } catch (error) {
        // The last reading is kept while the server cannot be reached, which the page reports elsewhere.
        if (!(error instanceof ClientError)) reportError(error);
      }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}
