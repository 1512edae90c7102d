import type { ApiKeyId } from '../../domain/api-key/api-key.js';
import type { Address } from '../../domain/shared/address.js';
import { isAllowed, standingAfter, windowStart } from '../../domain/api-key/rate-window.js';
import type { Ports } from '../../ports/index.js';

/** Subject of a limit: a key, or a wallet that signs its own requests. */
type Subject = ApiKeyId | Address;

/** One subject's window as this process knows it. */
interface KeyWindow {
  readonly waiting: {
    readonly resolve: (before: number) => void;
    readonly reject: (error: unknown) => void;
  }[];
  counting: boolean;
  /** The number of requests that the storage last reported; never decreases. */
  known: number;
}

/**
 * Counts one request of the key or wallet in the window of `at`, which all processes share, and decides whether it is allowed.
 * Requests are counted exactly, in the storage, and with few writes: requests that arrive during a write share the next one, and
 * once a window is known to be full, no more are counted in it. No process reserves requests in advance, so none are wasted.
 */
export const makeRateLimiter = ({ rates }: Pick<Ports, 'rates'>) => {
  let windows = new Map<Subject, KeyWindow>();
  let current = 0;

  const windowOf = (subject: Subject, start: Date): KeyWindow => {
    // A write in progress keeps a reference to the window that it counts in, so the map can drop old windows.
    if (start.getTime() !== current) {
      windows = new Map<Subject, KeyWindow>();
      current = start.getTime();
    }
    const known = windows.get(subject);
    if (known !== undefined) return known;
    const window: KeyWindow = { waiting: [], counting: false, known: 0 };
    windows.set(subject, window);
    return window;
  };

  const count = async (subject: Subject, start: Date, window: KeyWindow): Promise<void> => {
    window.counting = true;
    // Callers released by one write return together; without this pause the first of them would be counted alone.
    await Promise.resolve();
    while (window.waiting.length > 0) {
      const batch = window.waiting.splice(0);
      try {
        const before = await rates.add(subject, start, batch.length);
        window.known = before + batch.length;
        batch.forEach(({ resolve }, position) => resolve(before + position));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    window.counting = false;
  };

  return async (subject: Subject, at: Date) => {
    const start = windowStart(at);
    const window = windowOf(subject, start);
    if (!isAllowed(window.known)) return decisionAfter(start, window.known);
    const before = await new Promise<number>((resolve, reject) => {
      window.waiting.push({ resolve, reject });
      if (!window.counting) void count(subject, start, window);
    });
    return decisionAfter(start, before);
  };
};

const decisionAfter = (start: Date, before: number) => ({
  allowed: isAllowed(before),
  standing: standingAfter(start, before),
});
