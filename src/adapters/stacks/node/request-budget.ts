/**
 * Purposes of requests, in the order in which they are served when the allowance is short. `sending`: quoting, pricing and funding
 * a swap. `settlement`: the outcome of sent swaps. `blocks`: whether the chain has moved, and what its blocks touched. `market`:
 * the vaults' reserves, for quotes and prices. `funds`: the first read of the owner's balance for an order that runs by itself.
 * `funds-again`: another read after that balance was too low or could not be read. `wallets`: balances requested by anyone.
 * `lookups`: whether a contract exists when its metadata is first saved, and where tokens have their metadata. `fees`: whether
 * vaults still charge the registry's fees. `trades`: the events of swaps, for volumes.
 */
export type RequestPurpose =
  | 'sending'
  | 'settlement'
  | 'blocks'
  | 'market'
  | 'funds'
  | 'funds-again'
  | 'wallets'
  | 'lookups'
  | 'fees'
  | 'trades';

/** Parts of the allowance, above 0 and up to 1. */
interface Share {
  /** Part of the minute's requests that all purposes together may have used. */
  readonly total: number;
  /** Part of the minute's requests that this purpose may have used. */
  readonly own: number;
  /** Whether `own` is spread over the minute: in any two seconds, no more than their part of it passes, but at least one request. */
  readonly isPaced?: true;
}

/**
 * Shares of the allowance by purpose. A request passes while all requests together have used less than `total`, and those of its
 * purpose less than `own`. Reads of reserves cannot use the last fifth, and a burst of them leaves room for following the blocks.
 * Anyone can cause reads of funds and wallets, and lookups, so these pass only while enough is left for the rest. Reads of funds
 * are spread: after a thousand orders of new wallets, the next owner waits two seconds rather than the rest of the minute.
 */
const SHARES: Readonly<Record<RequestPurpose, Share>> = {
  sending: { total: 1, own: 1 },
  settlement: { total: 1, own: 1 },
  blocks: { total: 0.95, own: 0.6 },
  market: { total: 0.8, own: 0.5 },
  funds: { total: 0.7, own: 0.3, isPaced: true },
  'funds-again': { total: 0.7, own: 0.2, isPaced: true },
  wallets: { total: 0.7, own: 0.3 },
  lookups: { total: 0.7, own: 0.1 },
  fees: { total: 0.6, own: 0.1 },
  trades: { total: 0.7, own: 0.4 },
};

const WINDOW_MS = 60_000;
const PACE_MS = 2_000;

/** Options of a budget. */
export interface RequestBudgetOptions {
  /** Requests that the host allows in any 60 seconds; 1 or more. */
  readonly perMinute: number;
  /** A clock in milliseconds that never goes backwards. Default: `performance.now`. */
  readonly monotonicMs?: () => number;
}

/**
 * Counts the requests to one host in the last 60 seconds, and decides by their purpose which further ones may pass.
 *
 * @example
 * const budget = new RequestBudget({ perMinute: 45 });
 * const node = createNodeClient({ baseUrl: 'https://api.mainnet.hiro.so', budget });
 */
export class RequestBudget {
  private readonly perMinute: number;
  private readonly nowMs: () => number;
  #onSpent: ((purpose: RequestPurpose) => void) | undefined;
  /** The requests of the last 60 seconds, oldest first. */
  private made: { readonly atMs: number; readonly purpose: RequestPurpose }[] = [];

  constructor({ perMinute, monotonicMs = () => performance.now() }: RequestBudgetOptions) {
    if (!Number.isInteger(perMinute) || perMinute < 1)
      throw new Error('a budget allows 1 or more whole requests');
    this.perMinute = perMinute;
    this.nowMs = monotonicMs;
  }

  /** Counts one request and returns 0, or returns the milliseconds until one for this purpose may pass. */
  take(purpose: RequestPurpose): number {
    const waitMs = this.waitFor(purpose, 1);
    if (waitMs > 0) return waitMs;
    this.spend(purpose);
    return 0;
  }

  /**
   * Milliseconds until this many consecutive requests for the purpose may pass. If that many never may, the largest number that
   * may counts.
   */
  waitFor(purpose: RequestPurpose, requests: number): number {
    const waits = this.bounds(purpose).map(({ made, most, windowMs }) => {
      const blocking = made[made.length - most + Math.min(requests, most) - 1];
      return blocking === undefined ? 0 : blocking.atMs + windowMs - this.nowMs();
    });
    return Math.max(...waits);
  }

  /** Counts a request that is made regardless of the allowance. */
  spend(purpose: RequestPurpose): void {
    this.spentElsewhere(purpose);
    this.#onSpent?.(purpose);
  }

  /** Counts a request of another process that shares the allowance. */
  spentElsewhere(purpose: RequestPurpose): void {
    this.made.push({ atMs: this.nowMs(), purpose });
  }

  /** Calls the listener with each request of this process, for others that share the allowance. */
  onSpent(listener: (purpose: RequestPurpose) => void): void {
    this.#onSpent = listener;
  }

  /** Number of requests for this purpose that may pass now. */
  left(purpose: RequestPurpose): number {
    return Math.max(0, Math.min(...this.bounds(purpose).map(({ made, most }) => most - made.length)));
  }

  /** Bounds on requests for the purpose: those made within a window, and the maximum. */
  private bounds(purpose: RequestPurpose) {
    const { total, own: ownShare, isPaced = false } = SHARES[purpose];
    const requests = (share: number) => Math.max(1, Math.floor(this.perMinute * share));
    const since = this.nowMs() - WINDOW_MS;
    const first = this.made.findIndex(({ atMs }) => atMs > since);
    if (first !== 0) this.made = first === -1 ? [] : this.made.slice(first);
    const own = this.made.filter((each) => each.purpose === purpose);
    const ofMinute = requests(ownShare);
    const bounds = [
      { made: this.made, most: requests(total), windowMs: WINDOW_MS },
      { made: own, most: ofMinute, windowMs: WINDOW_MS },
    ];
    if (!isPaced) return bounds;
    const most = Math.max(1, Math.floor((ofMinute * PACE_MS) / WINDOW_MS));
    const windowMs = Math.ceil((most * WINDOW_MS) / ofMinute);
    return [...bounds, { made: own.filter(({ atMs }) => atMs > this.nowMs() - windowMs), most, windowMs }];
  }
}
