/**
 * The work that a process does. `api`: follows blocks and keeps the price list fresh, so that reads do not wait for the chain.
 * `webhooks`: sends events of orders to their owners' webhooks.
 */
export const ROLES = ['api', 'executor', 'recorder', 'webhooks'] as const;
/** One kind of background work; `ROLES` lists them. */
export type Role = (typeof ROLES)[number];

/**
 * Returns the interval (ms) at which the chain's newest block is looked up: a quarter of the request allowance, at most every
 * second. Without an allowance, as on devnet, blocks come every second, and often on request.
 */
export function blockCheckMsFor(requestsPerMinute: number | undefined): number {
  return requestsPerMinute === undefined ? 500 : Math.max(1_000, Math.ceil(60_000 / (requestsPerMinute / 4)));
}

/** Returns the number of ended orders to compare with the chain a minute: a tenth of the request allowance. */
export function endedChecksFor(requestsPerMinute: number | undefined): number {
  return requestsPerMinute === undefined ? 60 : Math.max(1, Math.floor(requestsPerMinute / 10));
}
