/**
 * What requests are for, in the order in which they are served when the allowance is short. `sending`: quoting, pricing
 * and funding a swap. `settlement`: what became of the swaps that were sent. `blocks`: whether the chain has moved, and
 * what its blocks touched. `market`: the vaults' reserves, for quotes and prices. `wallets`: balances that anyone asks for. `lookups`: whether contracts
 * exist whose metadata is saved for the first time.
 */
export type RequestPurpose = 'sending' | 'settlement' | 'blocks' | 'market' | 'wallets' | 'lookups';

/**
 * The shares of the allowance up to which a request passes: by what all requests use (`total`), and by what those of its
 * own purpose use (`own`). The last fifth is out of reach for reads of reserves; and a burst of them leaves room for following the blocks.
 * Anyone can cause reads of wallets and lookups, so they pass only while there is enough for the rest.
 */
const SHARES: Readonly<Record<RequestPurpose, { readonly total: number; readonly own: number }>> = {
  sending: { total: 1, own: 1 },
  settlement: { total: 1, own: 1 },
  blocks: { total: 0.95, own: 0.6 },
  market: { total: 0.8, own: 0.4 },
  wallets: { total: 0.7, own: 0.3 },
  lookups: { total: 0.7, own: 0.1 },
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
 * Counts the requests of the last 60 seconds to one host, and lets requests pass by their purpose.
 *
 * @example
 * const budget = new RequestBudget({ perMinute: 45 });
 * const node = createNodeClient({ baseUrl: 'https://api.mainnet.hiro.so', budget });
 */
export class RequestBudget {
  private readonly perMinute: number;
  private readonly nowMs: () => number;
  /** The requests of the last 60 seconds, oldest first. */
  private made: { readonly atMs: number; readonly purpose: RequestPurpose }[] = [];

  constructor({ perMinute, monotonicMs = () => performance.now() }: RequestBudgetOptions) {
    if (!Number.isInteger(perMinute) || perMinute < 1)
      throw new Error('a budget allows 1 or more whole requests');
    this.perMinute = perMinute;
    this.nowMs = monotonicMs;
  }

  /** Counts one request and returns 0, or returns the milliseconds until one of this purpose may pass. */
  take(purpose: RequestPurpose): number {
    const [all, own] = this.inWindow(purpose);
    const { total: totalLimit, own: ownLimit } = this.limitsOf(purpose);
    const blocking = [all[all.length - totalLimit], own[own.length - ownLimit]].filter(
      (each) => each !== undefined,
    );
    if (blocking.length > 0) return Math.max(...blocking.map(({ atMs }) => atMs)) + WINDOW_MS - this.nowMs();
    this.spend(purpose);
    return 0;
  }

  /** Counts a request that is made whatever the allowance says. */
  spend(purpose: RequestPurpose): void {
    this.made.push({ atMs: this.nowMs(), purpose });
  }

  /** How many requests of this purpose may pass now. */
  left(purpose: RequestPurpose): number {
    const [all, own] = this.inWindow(purpose);
    const { total, own: ownLimit } = this.limitsOf(purpose);
    return Math.max(0, Math.min(total - all.length, ownLimit - own.length));
  }

  private limitsOf(purpose: RequestPurpose) {
    const { total, own } = SHARES[purpose];
    const requests = (share: number) => Math.max(1, Math.floor(this.perMinute * share));
    return { total: requests(total), own: requests(own) };
  }

  /** All requests of the last 60 seconds, and those of the purpose. */
  private inWindow(purpose: RequestPurpose) {
    const oldest = this.nowMs() - WINDOW_MS;
    const first = this.made.findIndex(({ atMs }) => atMs > oldest);
    if (first !== 0) this.made = first === -1 ? [] : this.made.slice(first);
    return [this.made, this.made.filter((each) => each.purpose === purpose)] as const;
  }
}
