import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Clock } from '../../../ports/index.js';
import { AddressWindows, retryAfter } from '../address-windows.js';
import { HttpError } from '../problem.js';

/** How much one address may ask in a minute. Counts every request once, wherever it is answered. */
export class RequestLimit {
  private readonly windows: AddressWindows;
  private readonly perMinute: number;
  /** Milliseconds to wait, by request. */
  private readonly decided = new WeakMap<IncomingMessage, number>();

  /** @param perMinute 0: as much as it likes. */
  constructor(clock: Clock, perMinute: number) {
    this.windows = new AddressWindows(clock, perMinute);
    this.perMinute = perMinute;
  }

  /** Whether the request may be answered. */
  admits(req: IncomingMessage, address: string): boolean {
    return this.waitMs(req, address) === 0;
  }

  /** Refuses with 429 what is not admitted. Asking what methods there are is free. */
  readonly enforce: RequestHandler = (req, _res, next) => {
    const waitMs = req.method === 'OPTIONS' ? 0 : this.waitMs(req, req.ip ?? '');
    if (waitMs === 0) return next();
    throw new HttpError({
      status: 429,
      error: `Rate limit exceeded: ${this.perMinute} requests a minute`,
      code: 'RATE_LIMIT_EXCEEDED',
      headers: retryAfter(waitMs),
    });
  };

  private waitMs(req: IncomingMessage, address: string): number {
    if (this.perMinute === 0) return 0;
    let waitMs = this.decided.get(req);
    if (waitMs === undefined) {
      waitMs = this.windows.take(address);
      this.decided.set(req, waitMs);
    }
    return waitMs;
  }
}
