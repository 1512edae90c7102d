import type { ApiKeyId } from './api-key.js';

/** Action for which a key can be used. */
export type KeyAction = 'read' | 'execute' | 'cancel' | 'webhooks';

/** A request made with a key, as its owner sees it. */
export interface KeyRequest {
  readonly at: Date;
  readonly method: string;
  /** The path, without its query. */
  readonly endpoint: string;
  /** An HTTP status, or an embedding program's equivalent. */
  readonly statusCode: number;
  readonly success: boolean;
  readonly errorMessage?: string;
  /** Time from the request to its response, in milliseconds. */
  readonly responseTimeMs: number;
}

export const NO_USAGE = {
  totalRequests: 0,
  successfulRequests: 0,
  failedRequests: 0,
  /** Stays 0: orders are not placed with keys. */
  creationCount: 0,
  /** Number of successful execute requests. */
  executionCount: 0,
  cancellationCount: 0,
};

/** A key's total usage. */
export type UsageCounts = Readonly<typeof NO_USAGE>;

/** One key's usage that is not stored yet. */
export interface KeyUsage {
  readonly keyId: ApiKeyId;
  readonly counts: UsageCounts;
  readonly lastUsedAt: Date;
  /** At most RECENT_REQUESTS of the requests: the newest ones, oldest first. */
  readonly requests: readonly KeyRequest[];
}

/** Maximum number of requests stored for a key. */
export const RECENT_REQUESTS = 50;

/** The usage of a single request. */
export function usageOf(keyId: ApiKeyId, action: KeyAction, request: KeyRequest): KeyUsage {
  const { success, at } = request;
  const counts: UsageCounts = {
    ...NO_USAGE,
    totalRequests: 1,
    successfulRequests: success ? 1 : 0,
    failedRequests: success ? 0 : 1,
    executionCount: success && action === 'execute' ? 1 : 0,
    cancellationCount: success && action === 'cancel' ? 1 : 0,
  };
  return { keyId, counts, lastUsedAt: at, requests: [request] };
}

/** The combined usage of two periods, the earlier first. */
export function addUsage(earlier: KeyUsage, later: KeyUsage): KeyUsage {
  return {
    keyId: earlier.keyId,
    counts: addCounts(earlier.counts, later.counts),
    lastUsedAt: new Date(Math.max(earlier.lastUsedAt.getTime(), later.lastUsedAt.getTime())),
    requests: [...earlier.requests, ...later.requests].slice(-RECENT_REQUESTS),
  };
}

/** Returns the sum of each count, and drops fields that are not counts. */
export function addCounts(a: UsageCounts, b: UsageCounts): UsageCounts {
  const sum = { ...NO_USAGE };
  for (const name of Object.keys(NO_USAGE) as (keyof UsageCounts)[]) sum[name] = a[name] + b[name];
  return sum;
}
