import { computed, useComputed, useSignal, useSignalEffect, type ReadonlySignal } from '@preact/signals';
import type { Quote } from '../../../../client/index.js';
import { now } from '../../live/clock.js';
import type { Problem } from '../../live/problem.js';
import { useReading } from '../../live/reading.js';

/** What is quoted. */
export interface QuoteRequest {
  readonly tokenIn: string;
  readonly tokenOut: string;
  /** Smallest units. */
  readonly amount: string;
  /** A fraction. */
  readonly slippage: number;
}

/** The quote of the newest request. */
export interface LiveQuote {
  /** Undefined while the request has none yet. */
  readonly quote: Quote | undefined;
  /** When it was read, Unix milliseconds. */
  readonly at: number | undefined;
  readonly problem: Problem | undefined;
  readonly isLoading: boolean;
}

const DEBOUNCE_MS = 300;
const REFRESH_MS = 10_000;

/** Quotes the request when it changes, once typing pauses, and every ten seconds while the page is visible. */
export function useQuote(request: ReadonlySignal<QuoteRequest | undefined>): {
  readonly live: ReadonlySignal<LiveQuote>;
  readonly again: () => void;
} {
  const asked = useDebounced(request);
  const askedAt = useSignal(0);
  const { reading, again } = useReading(async (client, signal) => {
    const query = asked.value;
    askedAt.value = Date.now();
    if (query === undefined) return undefined;
    return { query, quote: await client.quotes.get(query, { signal }), at: Date.now() };
  });
  // The clock of the page stands still while the page is hidden.
  useSignalEffect(() => {
    const isDue = now.value - askedAt.peek() >= REFRESH_MS;
    if (isDue && asked.peek() !== undefined && !reading.peek().isLoading) again();
  });
  const live = useComputed((): LiveQuote => {
    const { value, problem, isLoading } = reading.value;
    const isCurrent = value !== undefined && isSame(value.query, request.value);
    return {
      quote: isCurrent ? value.quote : undefined,
      at: isCurrent ? value.at : undefined,
      problem: request.value === undefined ? undefined : problem,
      isLoading: request.value !== undefined && (isLoading || !isSame(asked.value, request.value)),
    };
  });
  return { live, again };
}

/** The request as it is once it has not changed for a moment; at once where there was none. */
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
