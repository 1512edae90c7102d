import { DEFAULT_SETTINGS } from '../../application/settings.js';
import type { Network } from '../../domain/shared/network.js';

/**
 * The kinds of background work. `api` follows blocks and keeps the price list fresh, so that reads do not wait for the chain.
 * `webhooks` sends events of orders to their owners' webhooks.
 */
export const ROLES = ['api', 'executor', 'recorder', 'webhooks'] as const;
/** One kind of background work; `ROLES` lists them. */
export type Role = (typeof ROLES)[number];

/** Smallest request allowance: following the chain's blocks takes a quarter of it. */
export const MIN_REQUESTS_PER_MINUTE = 10;

/**
 * Returns the interval (ms) of checks for a new block. They take a quarter of the request allowance, at most one a second. Without
 * an allowance, as on devnet, they are more frequent, since blocks come every second, and often on request.
 */
export function blockCheckMsFor(requestsPerMinute: number | undefined): number {
  return requestsPerMinute === undefined ? 500 : Math.max(1_000, Math.ceil(60_000 / (requestsPerMinute / 4)));
}

/** Returns the settings of the core that keep a process within the node's request allowance. */
export const paceSettings = (network: Network, requestsPerMinute: number | undefined) => ({
  /** A tenth of the allowance, if there is one. */
  endedChecks: requestsPerMinute === undefined ? 60 : Math.max(1, Math.floor(requestsPerMinute / 10)),
  /** Two intervals of checks: one check may fail before quotes have to wait for another. */
  reservesMaxAgeMs: 2 * blockCheckMsFor(requestsPerMinute),
  /** Short on the embedded devnet, which has no request limit. */
  holdingsMaxAgeMs: network === 'devnet' ? 1_000 : DEFAULT_SETTINGS.holdingsMaxAgeMs,
});
