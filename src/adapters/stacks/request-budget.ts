/**
 * What requests are for, in the order in which they are served when the allowance is short. `sending`: quoting, pricing
 * and funding a swap. `settlement`: what became of the swaps that were sent. `blocks`: whether the chain has moved, and
 * what its blocks touched. `market`: the vaults' reserves, for quotes and prices.
 */
export type RequestPurpose = 'sending' | 'settlement' | 'blocks' | 'market';

/** The share of the allowance that may be in use for a request of this purpose to pass. */
const SHARES: Readonly<Record<RequestPurpose, number>> = {
  sending: 1,
  settlement: 0.95,
  blocks: 0.9,
  market: 0.8,
};

const WINDOW_MS = 60_000;

/** What a budget is counted with. */
export interface RequestBudgetOptions {
  /** Requests that the host allows in any 60 seconds; 1 or more. */
  readonly perMinute: number;
  /** A clock in milliseconds that never goes backwards. Default: `performance.now`. */
  readonly monotonicMs?: () => number;
}

/**
 * Counts the requests of the last 60 seconds to one host. A purpose may use the allowance up to its share, whatever the
 * others have used, so the rest is free for those before it: reads of reserves never take the last fifth from sending.
 *
 * @example
 * const budget = new RequestBudget({ perMinute: 45 });
 * const node = createNodeClient({ baseUrl: 'https://api.mainnet.hiro.so', budget });
 */
export class RequestBudget {
  private readonly perMinute: number;
  private readonly nowMs: () => number;
  /** When the newest requests were made, oldest first, from `first` on. */
  private times: number[] = [];
  private first = 0;

  constructor({ perMinute, monotonicMs = () => performance.now() }: RequestBudgetOptions) {
    if (!Number.isInteger(perMinute) || perMinute < 1)
      throw new Error('a budget allows 1 or more whole requests');
    this.perMinute = perMinute;
    this.nowMs = monotonicMs;
  }

  /** Counts one request and returns 0, or returns the milliseconds until one of this purpose may pass. */
  take(purpose: RequestPurpose): number {
    const limit = this.limitOf(purpose);
    const used = this.used();
    if (used >= limit) return this.times[this.first + used - limit]! + WINDOW_MS - this.nowMs();
    this.spend();
    return 0;
  }

  /** Counts a request that is made whatever the allowance says. */
  spend(): void {
    this.times.push(this.nowMs());
  }

  /** How many requests of this purpose may pass now. */
  left(purpose: RequestPurpose): number {
    return Math.max(0, this.limitOf(purpose) - this.used());
  }

  private limitOf(purpose: RequestPurpose): number {
    return Math.max(1, Math.floor(this.perMinute * SHARES[purpose]));
  }

  private used(): number {
    const oldest = this.nowMs() - WINDOW_MS;
    while (this.first < this.times.length && this.times[this.first]! <= oldest) this.first += 1;
    if (this.first > this.perMinute) {
      this.times = this.times.slice(this.first);
      this.first = 0;
    }
    return this.times.length - this.first;
  }
}
