import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Clock } from '../../../ports/index.js';
import { AddressWindows, retryAfter } from '../requests/address-windows.js';
import { sharedTopic, type SharedCounts } from '../requests/shared-counts.js';
import { ANY } from '../schema/outcomes.js';
import { HttpError, type ErrorCase } from '../errors/problem.js';

export const DEFAULT_REQUESTS_PER_MINUTE = 100;

const sentence = (perMinute: number | string) => `Rate limit exceeded: ${perMinute} requests a minute`;

export const RATE_LIMITED: ErrorCase = {
  status: 429,
  code: 'RATE_LIMIT_EXCEEDED',
  error: sentence(ANY),
  cause: `the address asked for prices more than ${DEFAULT_REQUESTS_PER_MINUTE} times within a minute, or more often than the operator allows`,
  headers: { 'Retry-After': ANY },
};

/** The requests per minute of each address. A request counts once, whether Express or a prepared response serves it. */
export class RequestLimit {
  private readonly windows: AddressWindows;
  /** Milliseconds to wait, by request. */
  private readonly decided = new WeakMap<IncomingMessage, number>();

  /** @param perMinute requests per address; 0 for no limit. */
  constructor(
    clock: Clock,
    private readonly perMinute: number,
    counts?: SharedCounts,
  ) {
    this.windows = new AddressWindows(clock, perMinute, undefined, sharedTopic(counts, 'legacy'));
  }

  /** Responds 429 to requests over the limit. OPTIONS does not count. */
  readonly enforce: RequestHandler = (req, _res, next) => {
    const waitMs = req.method === 'OPTIONS' ? 0 : this.waitMs(req, req.ip ?? '');
    if (waitMs === 0) return next();
    throw new HttpError({ ...RATE_LIMITED, error: sentence(this.perMinute), headers: retryAfter(waitMs) });
  };

  /** Milliseconds until a request from the address is within the limit; 0 if it is now. */
  waitMs(req: IncomingMessage, address: string): number {
    if (this.perMinute === 0) return 0;
    let waitMs = this.decided.get(req);
    if (waitMs === undefined) {
      ({ waitMs } = this.windows.take(address));
      this.decided.set(req, waitMs);
    }
    return waitMs;
  }
}
