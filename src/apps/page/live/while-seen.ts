import { effect } from '@preact/signals';
import type { Client, FollowOrdersOptions, OrderScope, OrderUpdate } from '../../../sdk/client/index.js';
import { visible } from './visible.js';

/** Time that a hidden tab keeps its streams, ms: visitors look something up elsewhere and come back. */
const HIDDEN_MS = 10_000;

const NEVER = new AbortController().signal;

/**
 * Items of a stream that is open only while the visitor sees the tab, since a browser keeps six connections to a host for all tabs
 * together. It is opened again when the visitor comes back. Ends if the stream ends, and rejects if the stream fails or `ended`
 * aborts it.
 */
export async function* whileSeen<T>(
  open: (signal: AbortSignal) => AsyncIterable<T>,
  ended: AbortSignal = NEVER,
): AsyncGenerator<T, void, undefined> {
  for (;;) {
    await untilSeen(ended);
    const unseen = new AbortController();
    const stop = onceHidden(() => unseen.abort());
    try {
      yield* open(AbortSignal.any([ended, unseen.signal]));
      return;
    } catch (error) {
      if (ended.aborted || !unseen.signal.aborted) throw error;
    } finally {
      stop();
    }
  }
}

/** Updates of orders as anyone reads them, {@link whileSeen}. None is missed: what happened meanwhile comes when the visitor is back. */
export async function* updatesWhileSeen(
  { orders }: Client,
  scope: OrderScope,
  { signal: ended, ...told }: Pick<FollowOrdersOptions, 'signal' | 'onTrouble' | 'onLive'>,
): AsyncGenerator<OrderUpdate, void, undefined> {
  let after: string | undefined;
  const open = (signal: AbortSignal) => orders.follow(scope, { ...told, by: 'anyone', signal, after });
  for await (const update of whileSeen(open, ended)) {
    if (update.type !== 'snapshot') after = update.position ?? after;
    yield update;
  }
}

function untilSeen(ended: AbortSignal): Promise<void> {
  if (visible.peek() || ended.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      stop();
      ended.removeEventListener('abort', end);
      resolve();
    };
    const stop = visible.subscribe((isSeen) => isSeen && end());
    ended.addEventListener('abort', end);
  });
}

/** Calls back once the tab has been hidden for {@link HIDDEN_MS}. Returns a function that ends it. */
const onceHidden = (hidden: () => void): (() => void) =>
  effect(() => {
    if (visible.value) return;
    const timer = setTimeout(hidden, HIDDEN_MS);
    return () => clearTimeout(timer);
  });
