import type { ApiKeyId } from './api-key.js';

/** What a key can be used for. */
export type KeyAction = 'execute' | 'cancel';

/** A request made with a key, as its owner sees it. */
export interface KeyRequest {
  readonly at: Date;
  readonly method: string;
  /** The path, without its query. */
  readonly endpoint: string;
  /** An HTTP status, or what an embedding program uses for it. */
  readonly statusCode: number;
  readonly success: boolean;
  readonly errorMessage?: string;
  /** Milliseconds. */
  readonly responseTimeMs: number;
}

/** A key's total usage. */
export interface UsageCounts {
  readonly totalRequests: number;
  readonly successfulRequests: number;
  readonly failedRequests: number;
  /** Always 0: orders are not placed with keys. */
  readonly creationCount: number;
  /** Successful requests of this kind. */
  readonly executionCount: number;
  readonly cancellationCount: number;
}

/** One key's usage that is not yet stored. */
export interface KeyUsage {
  readonly keyId: ApiKeyId;
  readonly counts: UsageCounts;
  readonly lastUsedAt: Date;
  /** The newest of the requests, oldest first, at most RECENT_REQUESTS. */
  readonly requests: readonly KeyRequest[];
}

/** How many of a key's requests are stored. */
export const RECENT_REQUESTS = 50;

export const NO_USAGE: UsageCounts = {
  totalRequests: 0,
  successfulRequests: 0,
  failedRequests: 0,
  creationCount: 0,
  executionCount: 0,
  cancellationCount: 0,
};

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

export const addCounts = (a: UsageCounts, b: UsageCounts): UsageCounts => ({
  totalRequests: a.totalRequests + b.totalRequests,
  successfulRequests: a.successfulRequests + b.successfulRequests,
  failedRequests: a.failedRequests + b.failedRequests,
  creationCount: a.creationCount + b.creationCount,
  executionCount: a.executionCount + b.executionCount,
  cancellationCount: a.cancellationCount + b.cancellationCount,
});
