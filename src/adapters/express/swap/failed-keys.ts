import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../ports/index.js';
import { Refusal } from '../problem.js';

export const FAILURES_PER_MINUTE = 20;
const MINUTE_MS = 60_000;
/** Addresses remembered at a time; the one that failed longest ago is forgotten first. */
const MAX_ADDRESSES = 10_000;

interface Failures {
  readonly since: number;
  readonly count: number;
}

/**
 * Slows down whoever guesses keys: after 20 failures in a minute an address is told nothing more about the keys it
 * shows. A valid key is let in all the same, since many bots may share one address. Counts for this process alone.
 */
export class FailedKeys {
  private readonly byAddress = new LRUCache<string, Failures>({ max: MAX_ADDRESSES });

  constructor(private readonly clock: Clock) {}

  /** @throws Refusal 429 when the address has failed too often before this time. */
  count(address: string): void {
    const now = this.clock.now().getTime();
    const before = this.byAddress.get(address);
    const isRecent = before !== undefined && now - before.since < MINUTE_MS;
    const { since, count } = isRecent ? before : { since: now, count: 0 };
    if (count >= FAILURES_PER_MINUTE) throw tooMany(since + MINUTE_MS - now);
    this.byAddress.set(address, { since, count: count + 1 });
  }
}

const tooMany = (waitMs: number) =>
  new Refusal({
    status: 429,
    error: 'RATE_LIMIT_EXCEEDED',
    code: 'RATE_LIMIT_EXCEEDED',
    details: { reason: 'too many invalid API keys from this address' },
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) },
  });
