import type { Clock } from '../../../ports/index.js';
import { AddressWindows, retryAfter } from '../address-windows.js';
import { HttpError } from '../problem.js';

export const FAILURES_PER_MINUTE = 20;

/**
 * Slows down whoever guesses keys: after 20 failures in a minute an address is told nothing more about the keys it
 * shows. A valid key is let in all the same, since many bots may share one address.
 */
export class FailedKeys {
  private readonly windows: AddressWindows;

  constructor(clock: Clock) {
    this.windows = new AddressWindows(clock, FAILURES_PER_MINUTE);
  }

  /** @throws HttpError 429 when the address has failed too often before this time. */
  count(address: string): void {
    const waitMs = this.windows.take(address);
    if (waitMs === 0) return;
    throw new HttpError({
      status: 429,
      error: 'RATE_LIMIT_EXCEEDED',
      code: 'RATE_LIMIT_EXCEEDED',
      details: { reason: 'too many invalid API keys from this address' },
      headers: retryAfter(waitMs),
    });
  }
}
