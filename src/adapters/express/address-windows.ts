import { LRUCache } from 'lru-cache';
import type { Clock } from '../../ports/index.js';

const MINUTE_MS = 60_000;
/** Addresses counted at a time; the least recently used is dropped first. */
const MAX_ADDRESSES = 10_000;

interface Window {
  readonly endsAt: number;
  count: number;
}

/** Counts events per address in windows that start with the first event. Each process counts for itself. */
export class AddressWindows {
  private readonly byAddress = new LRUCache<string, Window>({ max: MAX_ADDRESSES });

  /** @param limit events per window. */
  constructor(
    private readonly clock: Clock,
    private readonly limit: number,
    private readonly windowMs = MINUTE_MS,
  ) {}

  /** Counts an event: returns 0 while the limit is not reached, otherwise the milliseconds until the window ends. */
  take(address: string, weight = 1): number {
    const now = this.clock.now().getTime();
    const open = this.byAddress.get(address);
    // A clock that was set back must not prolong a window.
    if (open === undefined || now >= open.endsAt || now < open.endsAt - this.windowMs) {
      this.byAddress.set(address, { endsAt: now + this.windowMs, count: weight });
      return 0;
    }
    if (open.count >= this.limit) return open.endsAt - now;
    open.count += weight;
    return 0;
  }

  /** Takes back an event that did not happen after all. */
  giveBack(address: string, weight = 1): void {
    const open = this.byAddress.get(address);
    if (open !== undefined) open.count = Math.max(0, open.count - weight);
  }
}

/** A wait in whole seconds, 1 or more. */
export const wholeSeconds = (waitMs: number): number => Math.max(1, Math.ceil(waitMs / 1000));

/** The Retry-After header for a wait. */
export const retryAfter = (waitMs: number) => ({ 'Retry-After': String(wholeSeconds(waitMs)) });
