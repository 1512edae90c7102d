import type { Request } from 'express';
import type { Clock } from '../../../ports/index.js';
import { AddressWindows, retryAfter } from './address-windows.js';
import { sharedTopic, type SharedCounts } from './shared-counts.js';
import { ANY } from '../schema/outcomes.js';
import { fault, HttpError } from '../errors/problem.js';

const HOUR_MS = 60 * 60 * 1000;

/** Hourly quotas for what one client address may store; unlimited if absent. */
export interface AddressQuotas {
  readonly orders?: number | undefined;
  readonly bytes?: number | undefined;
}

/** Maximum that a request stores. */
interface Amount {
  readonly orders?: number;
  readonly bytes: number;
}

/** The quota error, as operations that store something list it. */
export const ADDRESS_QUOTA = fault('address-quota-exceeded', { headers: { 'Retry-After': ANY } });

/** Approximate disk space of a small row with its indexes. */
export const ROW_BYTES = 1_000;

/**
 * Limits what client addresses may store, since new owners cost nothing. Processes that share the counts count together.
 *
 * @example swapArea(core, { clock, stored: new StoredPerAddress(clock, { orders: 1_000, bytes: 3_000_000 }) });
 */
export class StoredPerAddress {
  private readonly windows: Readonly<Record<keyof Amount, AddressWindows | undefined>>;

  constructor(clock: Clock, { orders, bytes }: AddressQuotas, counts?: SharedCounts) {
    const windowsOf = (limit: number | undefined, topic: string) =>
      limit === undefined
        ? undefined
        : new AddressWindows(clock, limit, HOUR_MS, sharedTopic(counts, `stored ${topic}`));
    this.windows = { orders: windowsOf(orders, 'orders'), bytes: windowsOf(bytes, 'bytes') };
  }

  /** Counts the amount. @throws HttpError 429 when the address has used up its hour. */
  take({ ip = '' }: Request, { orders = 0, bytes }: Amount): void {
    if (orders > 0) refuseAfter(this.windows.orders?.take(ip, orders).waitMs);
    const waitMs = this.windows.bytes?.take(ip, bytes).waitMs ?? 0;
    if (waitMs > 0 && orders > 0) this.windows.orders?.giveBack(ip, orders);
    refuseAfter(waitMs);
  }

  /** Counts the amount that the work stores, unless the work throws. @throws HttpError 429, and anything that the work throws. */
  async during<T>(req: Request, amount: Amount, work: () => Promise<T>): Promise<T> {
    this.take(req, amount);
    try {
      return await work();
    } catch (thrown) {
      this.giveBack(req, amount);
      throw thrown;
    }
  }

  private giveBack({ ip = '' }: Request, { orders = 0, bytes }: Amount): void {
    this.windows.orders?.giveBack(ip, orders);
    this.windows.bytes?.giveBack(ip, bytes);
  }
}

function refuseAfter(waitMs = 0): void {
  if (waitMs > 0) throw new HttpError({ ...ADDRESS_QUOTA, headers: retryAfter(waitMs) });
}
