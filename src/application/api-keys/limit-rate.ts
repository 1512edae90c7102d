import type { ApiKeyId } from '../../domain/api-key/api-key.js';
import { passes, standingAfter, windowStart, type RateStanding } from '../../domain/api-key/rate-window.js';
import type { Ports } from '../../ports/index.js';

export interface RatePlace {
  readonly passes: boolean;
  readonly standing: RateStanding;
}

/** Takes the key's next place in the window of `at`, the same window in every process. */
export type TakePlace = (keyId: ApiKeyId, at: Date) => Promise<RatePlace>;

interface Waiting {
  readonly resolve: (before: number) => void;
  readonly reject: (error: unknown) => void;
}

/** One key's window as this process knows it. */
interface KeyWindow {
  readonly waiting: Waiting[];
  asking: boolean;
  /** How many requests the window had when the storage was asked last; it never falls. */
  known: number;
}

/**
 * Counts each key's requests in the storage, exactly, and asks it as little as that allows: the requests that come
 * while it is being asked share the next question, and a window that is known to be full is not asked about again.
 * No process holds places in reserve, so none is lost to the others.
 */
export const makeTakePlace = ({ rates }: Pick<Ports, 'rates'>): TakePlace => {
  let windows = new Map<ApiKeyId, KeyWindow>();
  let current = 0;

  const windowOf = (keyId: ApiKeyId, start: Date): KeyWindow => {
    // What belongs to an earlier window goes on without the map: the questions under way hold it.
    if (start.getTime() !== current) {
      windows = new Map<ApiKeyId, KeyWindow>();
      current = start.getTime();
    }
    const known = windows.get(keyId);
    if (known !== undefined) return known;
    const window: KeyWindow = { waiting: [], asking: false, known: 0 };
    windows.set(keyId, window);
    return window;
  };

  const ask = async (keyId: ApiKeyId, start: Date, window: KeyWindow): Promise<void> => {
    window.asking = true;
    // Callers that one answer has let go come back together; without the pause the first would ask alone.
    await Promise.resolve();
    while (window.waiting.length > 0) {
      const asking = window.waiting.splice(0);
      try {
        const before = await rates.add(keyId, start, asking.length);
        window.known = before + asking.length;
        asking.forEach(({ resolve }, place) => resolve(before + place));
      } catch (error) {
        for (const { reject } of asking) reject(error);
      }
    }
    window.asking = false;
  };

  return async (keyId, at) => {
    const start = windowStart(at);
    const window = windowOf(keyId, start);
    if (!passes(window.known)) return placeAfter(start, window.known);
    const before = await new Promise<number>((resolve, reject) => {
      window.waiting.push({ resolve, reject });
      if (!window.asking) void ask(keyId, start, window);
    });
    return placeAfter(start, before);
  };
};

const placeAfter = (start: Date, before: number): RatePlace => ({
  passes: passes(before),
  standing: standingAfter(start, before),
});
