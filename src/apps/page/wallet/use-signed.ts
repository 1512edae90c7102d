import { useSignal, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Client } from '../../../sdk/client/index.js';
import { problemOf, type Problem } from '../live/problem.js';
import { useClient } from '../session/service.js';
import { forgetRead, isFree, noteRead } from './kept-messages.js';

/** Something that the server shows for the wallet's signature alone. */
export interface Signed<T> {
  /**
   * Value that was read last; undefined before the first. Changed in place by what the visitor does, so that the wallet is not
   * asked again.
   */
  readonly value: Signal<T | undefined>;
  readonly problem: Signal<Problem | undefined>;
  readonly isReading: Signal<boolean>;
  /** Reads it, for which the wallet may open its window: call it when the visitor asks for it. */
  readonly read: () => void;
  /** Reads it again if that opens no window, for what the page does by itself. */
  readonly readFreely: () => void;
}

/**
 * Reads with the wallet's signature: at once if that opens no window, as with a demo wallet, otherwise when the visitor asks.
 *
 * @param kind names the message that the wallet signs: reads of one kind share it.
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
    // Another wallet makes another client; what reads is of this client.
  }, [client]);
  return { value, problem, isReading, read: () => void start(), readFreely };
}
