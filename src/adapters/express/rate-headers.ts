import type { KeyCaller } from '../../application/api-keys/authenticate-key.js';
import { WINDOW_SECONDS, type RateStanding } from '../../domain/api-key/rate-window.js';

/** What every answer to a key says of its rate limit. Reset is in Unix seconds, Window in seconds. */
export const rateHeaders = ({ limit, remaining, resetsAt }: RateStanding): Record<string, string> => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(resetsAt.getTime() / 1000),
  'X-RateLimit-Window': String(WINDOW_SECONDS),
});

/** Seconds until the caller's window ends, 1 or more. */
export const retryAfterSeconds = ({ standing, askedAt }: KeyCaller): number =>
  Math.max(1, Math.ceil((standing.resetsAt.getTime() - askedAt.getTime()) / 1000));
