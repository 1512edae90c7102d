import {
  computed,
  untracked,
  useComputed,
  useSignal,
  useSignalEffect,
  type ReadonlySignal,
} from '@preact/signals';
import type { Client, Quote } from '../../../../sdk/client/index.js';
import { now } from '../../live/clock.js';
import type { Problem } from '../../live/problem.js';
import { useReading } from '../../live/reading.js';
import { useClient } from '../../session/service.js';
import { quotesNow, shownQuote } from './quotes-now.js';
import { placed } from './placed.js';

/** Request for a quote. */
export interface QuoteRequest {
  readonly tokenIn: string;
  readonly tokenOut: string;
  /** Amount to sell, smallest units. */
  readonly amount?: string;
  /** Amount to buy in place of it, smallest units. */
  readonly amountOut?: string;
  /** Greatest slippage, a fraction. */
  readonly slippage: number;
}

/** The quote of the newest request. */
export interface LiveQuote {
  /** Quote for the request; undefined while there is none yet. */
  readonly quote: Quote | undefined;
  /** Time at which the server last knew the quote's reserves to be current, Unix milliseconds. */
  readonly at: number | undefined;
  readonly problem: Problem | undefined;
  readonly isLoading: boolean;
}

/** The quote, and ways to ask for a newer one. */
export interface UsedQuote {
  readonly live: ReadonlySignal<LiveQuote>;
  readonly again: () => void;
  /** Quotes the request now, shows the quote, and resolves to it. Rejects as the client does. */
  readonly requote: () => Promise<Quote | undefined>;
}

interface Quoted {
  readonly query: QuoteRequest;
  readonly quote: Quote;
  readonly at: number;
  readonly readAt: number;
}

const DEBOUNCE_MS = 300;
const REFRESH_MS = 10_000;
/** Interval between requests while the server's reserves are older than a block that the page knows of, ms. */
const BEHIND_MS = 1_000;

/**
 * Quotes the request when it changes, once typing pauses, after each step of an order that was placed here, and every ten
 * seconds while the page is visible. A quote from before the block of such an order is discarded.
 */
export function useQuote(request: ReadonlySignal<QuoteRequest | undefined>): UsedQuote {
  const client = useClient();
  const asked = useDebounced(request);
  const askedAt = useSignal(0);
  const fresh = useSignal<Quoted | undefined>(undefined);
  const { reading, again } = useReading(async (from, signal) => {
    const query = asked.value;
    askedAt.value = Date.now();
    return query === undefined ? undefined : read(from, query, signal);
  });
  const newest = useComputed(() => {
    const [one, other] = [reading.value.value, fresh.value];
    return other !== undefined && other.readAt >= (one?.readAt ?? 0) ? other : one;
  });
  const isBehind = useComputed(() => (newest.value?.quote.blockHeight ?? Infinity) < knownHeight.value);
  // The page's clock stops while the page is hidden, so nothing is requested then.
  useSignalEffect(() => {
    const isDue = now.value - askedAt.peek() >= (isBehind.value ? BEHIND_MS : REFRESH_MS);
    if (isDue && asked.peek() !== undefined && !reading.peek().isLoading) untracked(again);
  });
  const steps = useSignal(placedSteps.peek());
  useSignalEffect(() => {
    if (placedSteps.value === steps.peek()) return;
    steps.value = placedSteps.value;
    untracked(again);
  });
  const live = useComputed((): LiveQuote => {
    const { problem, isLoading } = reading.value;
    const value = newest.value;
    const isCurrent = value !== undefined && isSame(value.query, request.value) && !isBehind.value;
    const isWaiting = isLoading || isBehind.value || !isSame(asked.value, request.value);
    return {
      quote: isCurrent ? value.quote : undefined,
      at: isCurrent ? value.at : undefined,
      problem: request.value === undefined ? undefined : problem,
      isLoading: request.value !== undefined && isWaiting,
    };
  });
  const requote = async () => {
    const query = request.peek();
    if (query !== undefined) fresh.value = await read(client, query);
    return live.peek().quote;
  };
  return { live, again, requote };
}

async function read(client: Client, query: QuoteRequest, signal?: AbortSignal): Promise<Quoted> {
  const [item] = await quotesNow(client, [query], signal);
  const quote = shownQuote(item);
  const readAt = Date.now();
  // The server's clock may be ahead of the visitor's.
  const at = quote.asOf === undefined ? readAt : Math.min(readAt, Date.parse(quote.asOf));
  return { query, quote, at, readAt };
}

/** The newest block that contains an order of this page. */
const knownHeight = computed(() =>
  placed.value
    .flatMap(({ orders }) => orders.value.map(({ blockHeight = 0 }) => blockHeight))
    .reduce((most, height) => Math.max(most, height), 0),
);

const placedSteps = computed(() =>
  placed.value.flatMap(({ orders }) => orders.value.map(({ handle, status }) => handle + status)).join(' '),
);

/** The request once it has not changed for a moment. The first request is used at once. */
function useDebounced(request: ReadonlySignal<QuoteRequest | undefined>) {
  const settled = useSignal(request.peek());
  useSignalEffect(() => {
    const next = request.value;
    if (isSame(next, settled.peek())) return;
    if (next === undefined) {
      settled.value = undefined;
      return;
    }
    const timer = setTimeout(() => (settled.value = next), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  });
  return computed(() => settled.value);
}

const isSame = (a: QuoteRequest | undefined, b: QuoteRequest | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
