import { useSignal, useSignalEffect, type ReadonlySignal } from '@preact/signals';
import { ClientError, type Client } from '../../../sdk/client/index.js';
import { useClient } from '../session/service.js';
import { returns } from './online.js';
import { problemOf, type Problem } from './problem.js';

/** A value read from the server, with the progress of the reading. Views derive their states from it. */
export interface Reading<T> {
  /** Last value read; undefined before the first. It is kept during the next reading, even if that fails. */
  readonly value: T | undefined;
  /** Reason why the last attempt failed; undefined after a successful one. */
  readonly problem: Problem | undefined;
  readonly isLoading: boolean;
}

/** A reading, and a way to read again. */
export interface Read<T> {
  readonly reading: ReadonlySignal<Reading<T>>;
  readonly again: () => void;
}

/** Pause between attempts while the server cannot be reached, ms. */
const RETRY_MS = 5_000;
const NOTHING = { value: undefined, problem: undefined, isLoading: true } as const;

/**
 * Reads from the server when the component is shown, whenever a signal that `read` uses before its first await changes, and
 * when the device is back online. An older response never replaces a newer one.
 *
 * @param everyMs milliseconds between readings; reads once if absent.
 */
export function useReading<T>(
  read: (client: Client, signal: AbortSignal) => Promise<T>,
  everyMs?: number,
): Read<T> {
  const reading = useSignal<Reading<T>>(NOTHING);
  const turn = useSignal(0);
  const client = useClient();
  useSignalEffect(() => {
    void turn.value;
    void returns.value;
    const aborted = new AbortController();
    const promise = read(client, aborted.signal);
    reading.value = { ...reading.peek(), isLoading: true };
    let timer: ReturnType<typeof setTimeout> | undefined;
    promise
      .then(
        (value) => ({ value, problem: undefined, isLoading: false }),
        (error: unknown) => {
          if (error instanceof ClientError && error.code === 'aborted') return undefined;
          return { value: reading.peek().value, problem: problemOf(error), isLoading: false };
        },
      )
      .then((next) => {
        if (aborted.signal.aborted || next === undefined) return;
        reading.value = next;
        const pauseMs = next.problem?.isOffline === true ? RETRY_MS : everyMs;
        if (pauseMs !== undefined) timer = setTimeout(() => turn.value++, pauseMs);
      })
      .catch(reportError);
    return () => {
      aborted.abort();
      clearTimeout(timer);
    };
  });
  return { reading, again: () => turn.value++ };
}
