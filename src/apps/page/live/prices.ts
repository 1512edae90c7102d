import { computed, effect, signal } from '@preact/signals';
import type { Client, TokenPrice } from '../../../sdk/client/index.js';
import { client } from '../session/service.js';
import { online } from './online.js';
import { problemOf, type Problem } from './problem.js';
import { whileSeen } from './while-seen.js';

/** All current prices. */
export interface Prices {
  /** Time at which the prices were computed, ISO 8601; undefined before the first run. */
  readonly at: string | undefined;
  /** Tokens with sparklines, by descending liquidity. */
  readonly tokens: readonly TokenPrice[];
}

const current = signal<Prices | undefined>(undefined);
const trouble = signal<Problem | undefined>(undefined);

/** The newest prices; undefined until they are known. */
export const prices = computed(() => current.value);
/** Reason why the newest prices may be out of date; undefined while they follow the server. */
export const pricesProblem = computed(() => (online.value ? trouble.value : AWAY));
/** The newest prices by contract id. */
export const priceOf = computed(
  () => new Map((current.value?.tokens ?? []).map((token) => [token.contractId, token])),
);

/** Interval of reading sparklines, ms. They have one close per four hours, so reading them more often shows nothing new. */
const SPARKLINES_MS = 15 * 60_000;
/** Interval while none has a line: prices of the past may have been imported. Before it, the browser has the list in its cache. */
const NO_LINES_MS = 60_000;
const RETRY_MS = 5_000;
/** Shown as soon as the device is offline, since a stream does not end at once when the network is lost. */
const AWAY: Problem = { message: 'This device is offline.', hint: '', isOffline: true };

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
    const turn = new AbortController();
    const end = () => turn.abort();
    signal.addEventListener('abort', end);
    addEventListener('online', end);
    try {
      await followOnce(from, turn);
    } catch (error) {
      // Aborted because the server is back: the loop reconnects without a pause.
      if (!turn.signal.aborted) {
        trouble.value = problemOf(error);
        await pause(RETRY_MS);
      }
    } finally {
      turn.abort();
      signal.removeEventListener('abort', end);
      removeEventListener('online', end);
    }
  }
}

async function followOnce(from: Client, turn: AbortController): Promise<void> {
  const { signal } = turn;
  const state = { isWaiting: false, mayEnd: false };
  const onTrouble = (error: unknown) => {
    // Proxies end healthy streams, so only a failed reconnection means that something is wrong.
    if (state.mayEnd) {
      state.mayEnd = false;
      return;
    }
    trouble.value = problemOf(error);
    if (state.isWaiting) return;
    state.isWaiting = true;
    void untilBack(from, signal).then(() => {
      state.isWaiting = false;
      if (trouble.peek() !== undefined) turn.abort();
    });
  };
  const onLive = () => {
    state.mayEnd = true;
    trouble.value = undefined;
  };
  await readAll(from, signal);
  let readAt = Date.now();
  const open = (seen: AbortSignal) => from.prices.follow({}, { signal: seen, onTrouble, onLive });
  for await (const { at, prices: tokens } of whileSeen(open, signal)) {
    take({ at, tokens: tokens.map(withSparkline) });
    if (Date.now() - readAt <= (hasLines() ? SPARKLINES_MS : NO_LINES_MS)) continue;
    await readAll(from, signal);
    readAt = Date.now();
  }
}

/**
 * Resolves once the server responds again, or the stream is connected. It sends a request whose response is never cached:
 * the browser caches the list itself for a minute, with or without a server.
 */
async function untilBack(from: Client, signal: AbortSignal): Promise<void> {
  while (trouble.peek() !== undefined && !signal.aborted) {
    await pause(RETRY_MS);
    try {
      await from.prices.health({ signal, timeoutMs: RETRY_MS });
      return;
    } catch (error) {
      // A response that says prices are out of date counts as a response.
      if (!problemOf(error).isOffline) return;
    }
  }
}

async function readAll(from: Client, signal: AbortSignal): Promise<void> {
  const { updatedAt, tokens } = await from.prices.list({ sparkline: true }, { signal });
  take({ at: updatedAt ?? undefined, tokens });
}

/** Shows these prices unless newer ones are shown: the response may come from a cache. */
function take(next: Prices): void {
  const at = current.peek()?.at;
  if (at === undefined || (next.at !== undefined && next.at >= at)) current.value = next;
}

/** Whether any sparkline has two closes. */
const hasLines = (): boolean =>
  prices
    .peek()
    ?.tokens.some(({ sparkline }) => (sparkline?.filter((close) => close !== null).length ?? 0) > 1) ?? false;

/** The token with its previous sparkline if it comes from a stream, which sends none. */
function withSparkline(token: TokenPrice): TokenPrice {
  const sparkline = priceOf.peek().get(token.contractId)?.sparkline;
  return sparkline === undefined ? token : { ...token, sparkline };
}

/** Resolves after the time, or as soon as the device is online again. */
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
  });
