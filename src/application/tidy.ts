import { windowStart } from '../domain/api-key/rate-window.js';
import type { Ports } from '../ports/index.js';

/** How long a rate window's count outlives the window's start, for processes whose clocks differ. */
const RATE_WINDOW_KEPT_MS = 60 * 60 * 1000;

/** Deletes expired single-use messages, rate windows and idempotency entries. Call periodically. */
export const makeTidy =
  (ports: Pick<Ports, 'clock' | 'signedMessages' | 'rates' | 'idempotency'>) => async (): Promise<void> => {
    const { clock, signedMessages, rates, idempotency } = ports;
    const now = clock.now();
    await signedMessages.deleteExpired(now);
    await rates.deleteBefore(windowStart(new Date(now.getTime() - RATE_WINDOW_KEPT_MS)));
    await idempotency.deleteExpired(now);
  };
