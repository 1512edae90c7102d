import { describe, expect, it } from '@jest/globals';
import { addUsage, RECENT_REQUESTS } from '../../../src/domain/api-key/usage.js';
import { aKeyRequest, aUsage, keyIdOf } from '../../support/api-keys.js';
import { T0 } from '../../support/builders.js';

describe('usageOf and addUsage', () => {
  it('count a request by its outcome and action', () => {
    expect(aUsage(1, 0).counts).toEqual({
      totalRequests: 1,
      successfulRequests: 1,
      failedRequests: 0,
      creationCount: 0,
      executionCount: 1,
      cancellationCount: 0,
    });
    expect(aUsage(1, 0, {}, 'cancel').counts).toMatchObject({ executionCount: 0, cancellationCount: 1 });
    expect(aUsage(1, 0, { success: false }).counts).toEqual({
      totalRequests: 1,
      successfulRequests: 0,
      failedRequests: 1,
      creationCount: 0,
      executionCount: 0,
      cancellationCount: 0,
    });
  });

  it('add up to the same counts in either order', () => {
    expect(addUsage(aUsage(1, 5), aUsage(1, 2, {}, 'cancel'))).toEqual({
      keyId: keyIdOf(1),
      counts: {
        totalRequests: 2,
        successfulRequests: 2,
        failedRequests: 0,
        creationCount: 0,
        executionCount: 1,
        cancellationCount: 1,
      },
      lastUsedAt: new Date(T0.getTime() + 5),
      requests: [aKeyRequest(5), aKeyRequest(2)],
    });
  });

  it('keep the newest 50 requests and count all of them', () => {
    const sum = Array.from({ length: 80 }, (_, n) => aUsage(1, n)).reduce(addUsage);
    expect(sum.counts.totalRequests).toBe(80);
    expect(sum.requests).toHaveLength(RECENT_REQUESTS);
    expect(sum.requests[0]).toEqual(aKeyRequest(30));
    expect(sum.requests.at(-1)).toEqual(aKeyRequest(79));
  });
});
