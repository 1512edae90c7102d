import type { Ports } from '../../../ports/index.js';
import type { LeaseTerms } from './lease.js';

/** Milliseconds, more than any claim or back-off lasts. The longest back-off waits for 500 blocks. */
const LONGEST_WAIT_MS = 3_600_000;

interface Needs extends Pick<Ports, 'clock' | 'executionQueue'> {
  readonly lease: () => LeaseTerms;
}

/**
 * Makes a pass begin by freeing claims and waits that would otherwise last, if it is the first pass, follows a failed one, or runs
 * after the clock was set back. It frees this process's own claims that no pass works on, and waits that began while a clock was
 * ahead.
 */
export function freeingStale<T>(
  pass: () => Promise<T>,
  { clock, executionQueue, lease }: Needs,
): () => Promise<T> {
  let running = 0;
  let isDue = true;
  let last = new Date(0);

  const free = async (now: Date): Promise<void> => {
    const { claimant } = lease();
    await executionQueue.free({ now, claimant, latest: new Date(now.getTime() + LONGEST_WAIT_MS) });
    isDue = false;
  };

  return async () => {
    const now = clock.now();
    if (now < last) isDue = true;
    last = now;
    running += 1;
    try {
      // If another pass is running, it is working on this process's claims.
      if (isDue && running === 1) await free(now);
      return await pass();
    } catch (error) {
      isDue = true;
      throw error;
    } finally {
      running -= 1;
    }
  };
}
