import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ports/index.js';

const WINDOW_MS = 60_000;
/** Addresses counted at a time; the least recently used is dropped first. */
const MAX_ADDRESSES = 10_000;

interface Window {
  readonly endsAt: number;
  count: number;
}

/**
 * Counts events per address in windows of a minute, which start with the first event. Each process counts for itself.
 */
export class AddressWindows {
  private readonly byAddress = new LRUCache<string, Window>({ max: MAX_ADDRESSES });

  /** @param limit events per window. */
  constructor(
    private readonly clock: Clock,
    private readonly limit: number,
  ) {}

  /** Counts an event: returns 0 within the limit, otherwise the milliseconds until the window ends. */
  take(address: string): number {
    const now = this.clock.now().getTime();
    const open = this.byAddress.get(address);
    // A clock that was set back must not prolong a window.
    if (open === undefined || now >= open.endsAt || now < open.endsAt - WINDOW_MS) {
      this.byAddress.set(address, { endsAt: now + WINDOW_MS, count: 1 });
      return 0;
    }
    if (open.count >= this.limit) return open.endsAt - now;
    open.count += 1;
    return 0;
  }
}

/** A wait in whole seconds, 1 or more. */
export const wholeSeconds = (waitMs: number): number => Math.max(1, Math.ceil(waitMs / 1000));

/** The Retry-After header for a wait. */
export const retryAfter = (waitMs: number) => ({ 'Retry-After': String(wholeSeconds(waitMs)) });
