import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ports/index.js';

export const WINDOW_MS = 60_000;
/** Addresses remembered at a time; the one that came longest ago is forgotten first. */
const MAX_ADDRESSES = 10_000;

interface Window {
  readonly endsAt: number;
  count: number;
}

/**
 * Counts what comes from an address, in windows of a minute that start with the first one. Counts for this process
 * alone.
 */
export class AddressWindows {
  private readonly byAddress = new LRUCache<string, Window>({ max: MAX_ADDRESSES });

  /** @param limit how many a window takes. */
  constructor(
    private readonly clock: Clock,
    private readonly limit: number,
  ) {}

  /** Takes a place in the address's window: 0, or the milliseconds until there is one again. */
  take(address: string): number {
    const now = this.clock.now().getTime();
    const open = this.byAddress.get(address);
    // A clock that was set back must not keep a window open for longer than it lasts.
    if (open === undefined || now >= open.endsAt || now < open.endsAt - WINDOW_MS) {
      this.byAddress.set(address, { endsAt: now + WINDOW_MS, count: 1 });
      return 0;
    }
    if (open.count >= this.limit) return open.endsAt - now;
    open.count += 1;
    return 0;
  }
}

/** The Retry-After header for a wait: whole seconds, 1 or more. */
export const retryAfter = (waitMs: number): Readonly<Record<string, string>> => ({
  'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))),
});
