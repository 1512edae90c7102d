import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../ports/index.js';
import { networkOf } from './caller.js';
import type { SharedTopic } from './shared-counts.js';
import { wholeSeconds } from '../errors/whole-seconds.js';

const MINUTE_MS = 60_000;
/** Maximum number of addresses with a window. The least recently used is dropped first. */
const MAX_ADDRESSES = 10_000;

interface Window {
  readonly endsAt: number;
  count: number;
}

/** State of an address's window after an event. */
export interface WindowStanding {
  /** 0 within the limit, otherwise the milliseconds until the window ends. */
  readonly waitMs: number;
  /** Events left within the limit. */
  readonly remaining: number;
  /** Milliseconds until the window ends. */
  readonly endsInMs: number;
}

/**
 * Counts events per address, in windows that begin with an address's first event. A /64 network of IPv6 addresses counts as one
 * address. Processes that share the counts count together.
 */
export class AddressWindows {
  private readonly byAddress = new LRUCache<string, Window>({ max: MAX_ADDRESSES });

  /**
   * @param limit events per window.
   * @param shared counts that other processes add; none when absent.
   */
  constructor(
    private readonly clock: Clock,
    readonly limit: number,
    readonly windowMs = MINUTE_MS,
    private readonly shared?: SharedTopic,
  ) {
    shared?.counts.hear(shared.topic, (network, amount) => {
      const window = this.windowOf(network, clock.now().getTime());
      window.count = Math.max(0, window.count + amount);
    });
  }

  /** Counts an event, or `weight` of them at once, unless the limit was already reached. */
  take(address: string, weight = 1): WindowStanding {
    const now = this.clock.now().getTime();
    const network = networkOf(address);
    const window = this.windowOf(network, now);
    const endsInMs = window.endsAt - now;
    if (window.count >= this.limit) return { waitMs: endsInMs, remaining: 0, endsInMs };
    window.count += weight;
    this.shared?.counts.tell(this.shared.topic, network, weight);
    return { waitMs: 0, remaining: Math.max(0, this.limit - window.count), endsInMs };
  }

  /** Takes back an event that did not happen. */
  giveBack(address: string, weight = 1): void {
    const network = networkOf(address);
    const open = this.byAddress.get(network);
    if (open === undefined) return;
    open.count = Math.max(0, open.count - weight);
    this.shared?.counts.tell(this.shared.topic, network, -weight);
  }

  private windowOf(network: string, now: number): Window {
    const open = this.byAddress.get(network);
    // A clock that was set back must not prolong a window.
    if (open !== undefined && now < open.endsAt && now >= open.endsAt - this.windowMs) return open;
    const started = { endsAt: now + this.windowMs, count: 0 };
    this.byAddress.set(network, started);
    return started;
  }
}

/** The Retry-After header for a wait. */
export const retryAfter = (waitMs: number) => ({ 'Retry-After': String(wholeSeconds(waitMs)) });
