import { computed, effect, signal } from '@preact/signals';
import type { Client, TokenPrice } from '../../../client/index.js';
import { client } from '../service.js';
import { problemOf, type Problem } from './problem.js';

/** All prices as they are now. */
export interface Prices {
  /** When they were computed, ISO 8601; undefined before the first run. */
  readonly at: string | undefined;
  /** By liquidity, most first, with sparklines. */
  readonly tokens: readonly TokenPrice[];
}

const current = signal<Prices | undefined>(undefined);
const trouble = signal<Problem | undefined>(undefined);

/** The newest prices; undefined until they are known. */
export const prices = computed(() => current.value);
/** Why the newest prices may be out of date; undefined while they follow the server. */
export const pricesProblem = computed(() => trouble.value);
/** The newest prices by contract id. */
export const priceOf = computed(
  () => new Map((current.value?.tokens ?? []).map((token) => [token.contractId, token])),
);

/** A sparkline has a close each four hours: reading them more often shows nothing new. */
const SPARKLINES_MS = 15 * 60_000;
const RETRY_MS = 5_000;

/** Follows the prices for as long as the page is open. Returns a function that ends it. */
export const followPrices = (): (() => void) =>
  effect(() => {
    const following = client.value;
    if (following === undefined) return;
    const aborted = new AbortController();
    void follow(following, aborted.signal);
    return () => aborted.abort();
  });

async function follow(from: Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await readAll(from, signal);
      let readAt = Date.now();
      const onTrouble = (error: unknown) => {
        trouble.value = problemOf(error);
        void readOnceBack(from, signal);
      };
      for await (const { at, prices: tokens } of from.prices.follow({}, { signal, onTrouble })) {
        if (Date.now() - readAt > SPARKLINES_MS) {
          await readAll(from, signal);
          readAt = Date.now();
        } else current.value = { at, tokens: tokens.map(withSparkline) };
        trouble.value = undefined;
      }
    } catch (error) {
      if (signal.aborted) return;
      trouble.value = problemOf(error);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

let isWaiting = false;

/** A stream that is connected again sends nothing before the next run: the list says that the server is back. */
async function readOnceBack(from: Client, signal: AbortSignal): Promise<void> {
  if (isWaiting) return;
  isWaiting = true;
  while (trouble.peek() !== undefined && !signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    await readAll(from, signal).catch((error: unknown) => (trouble.value = problemOf(error)));
  }
  isWaiting = false;
}

async function readAll(from: Client, signal: AbortSignal): Promise<void> {
  const { updatedAt, tokens } = await from.prices.list({ sparkline: true }, { signal });
  current.value = { at: updatedAt ?? undefined, tokens };
  trouble.value = undefined;
}

/** Streams send no sparklines: the token keeps the one that it had. */
function withSparkline(token: TokenPrice): TokenPrice {
  const sparkline = priceOf.peek().get(token.contractId)?.sparkline;
  return sparkline === undefined ? token : { ...token, sparkline };
}
