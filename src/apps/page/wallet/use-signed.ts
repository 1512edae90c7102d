import { useSignal, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Client } from '../../../sdk/client/index.js';
import { problemOf, type Problem } from '../live/problem.js';
import { useClient } from '../session/service.js';
import { forgetRead, isFree, noteRead } from './kept-messages.js';

/** Something that the server shows only for the wallet's signature. */
export interface Signed<T> {
  /** Last value read; undefined before the first. Actions of the visitor update it in place, so that the wallet need not sign again. */
  readonly value: Signal<T | undefined>;
  readonly problem: Signal<Problem | undefined>;
  readonly isReading: Signal<boolean>;
  /** Reads the value. The wallet may open its window, so call it only when the visitor asks for the value. */
  readonly read: () => void;
  /** Reads the value if that opens no window, for reads that the page starts by itself. */
  readonly readFreely: () => void;
}

/**
 * Reads with the wallet's signature: at once if that opens no window, as with a demo wallet, and otherwise when the visitor asks.
 *
 * @param kind names the message that the wallet signs. Reads of the same kind share the message.
 */
export function useSigned<T>(
  kind: string,
  read: (client: Client, signal: AbortSignal) => Promise<T>,
): Signed<T> {
  const value = useSignal<T | undefined>(undefined);
  const problem = useSignal<Problem | undefined>(undefined);
  const isReading = useSignal(false);
  const client = useClient();
  const running = useRef<AbortController | undefined>(undefined);
  const start = async () => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    isReading.value = true;
    problem.value = undefined;
    noteRead(client, kind);
    try {
      const next = await read(client, signal);
      if (!signal.aborted) value.value = next;
    } catch (error) {
      forgetRead(client, kind);
      if (!signal.aborted) problem.value = problemOf(error);
    } finally {
      if (!signal.aborted) isReading.value = false;
    }
  };
  const readFreely = () => {
    if (isFree(client, kind, Date.now())) void start();
  };
  useEffect(() => {
    value.value = undefined;
    problem.value = undefined;
    isReading.value = false;
    readFreely();
    return () => running.current?.abort();
    // A change of wallet changes the client, and these reads belong to the previous client.
  }, [client]);
  return { value, problem, isReading, read: () => void start(), readFreely };
}
