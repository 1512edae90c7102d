/** Part of the platform that the client uses. Tests replace it. */
export interface System {
  /** The current time in Unix milliseconds. */
  readonly now: () => number;
  /** A random number from 0 to 1. */
  readonly random: () => number;
  /** Resolves after the time, or as soon as the signal is aborted. */
  readonly pause: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export const PLATFORM: System = {
  now: () => Date.now(),
  random: () => Math.random(),
  pause: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener('abort', done);
    }),
};

/** Milliseconds to wait after `failures` failed attempts. Half of it is random, so clients do not all return at once. */
export function backOffMs(failures: number, { random }: Pick<System, 'random'>, longestMs = 10_000): number {
  const most = Math.min(longestMs, 250 * 2 ** failures);
  return most / 2 + (random() * most) / 2;
}

/** A new Idempotency-Key. */
export function newKey(): string {
  // Not randomUUID: pages without TLS lack it.
  return hexOf(globalThis.crypto.getRandomValues(new Uint8Array(16)));
}

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
