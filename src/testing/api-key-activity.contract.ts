import { describe, expect, it } from './framework.js';
import { addUsage, type KeyUsage } from '../domain/api-key/usage.js';
import type { ApiKeyActivity } from '../ports/api-keys.js';
import { aKeyRequest, aUsage, keyIdOf } from './api-keys.js';
import { T0, at } from './builders.js';
import { openEach, type StorageHarness } from './harness.js';

const span = (n: number, from: number, count: number): KeyUsage =>
  Array.from({ length: count }, (_, i) => aUsage(n, from + i)).reduce(addUsage);

export function apiKeyActivityContract(harness: StorageHarness): void {
  describe(`ApiKeyActivity: ${harness.name}`, () => {
    let activity: ApiKeyActivity;
    openEach(harness, (opened) => (activity = opened.apiKeyActivity));

    const times = async (n: number) =>
      (await activity.listRecent(keyIdOf(n))).map((request) => request.at.getTime() - T0.getTime());
    const usage = async (n: number) => (await activity.listUsage([keyIdOf(n)])).get(keyIdOf(n));

    it('returns no usage and no requests for a key that was never used', async () => {
      expect(await activity.listUsage([])).toEqual(new Map());
      expect(await activity.listUsage([keyIdOf(1)])).toEqual(new Map());
      expect(await activity.listRecent(keyIdOf(1))).toEqual([]);
    });

    it('returns a request exactly as it was recorded', async () => {
      const failed = { statusCode: 422, success: false, errorMessage: 'No “route” ✗', responseTimeMs: 12 };
      await activity.record([aUsage(1, 0), aUsage(2, 1, failed)]);
      expect(await activity.listRecent(keyIdOf(1))).toStrictEqual([aKeyRequest(0)]);
      expect(await activity.listRecent(keyIdOf(2))).toStrictEqual([aKeyRequest(1, failed)]);
    });

    it('adds recorded counts to the stored counters', async () => {
      const failed = { success: false, statusCode: 429 };
      await activity.record([
        [aUsage(1, 0), aUsage(1, 1, failed), aUsage(1, 2, {}, 'cancel')].reduce(addUsage),
      ]);
      await activity.record([aUsage(1, 3, {}, 'cancel'), aUsage(2, 4)]);
      const found = await activity.listUsage([keyIdOf(1), keyIdOf(2), keyIdOf(3)]);
      expect([...found.keys()].sort()).toEqual([keyIdOf(1), keyIdOf(2)]);
      expect(found.get(keyIdOf(1))).toStrictEqual({
        counts: {
          totalRequests: 4,
          successfulRequests: 3,
          failedRequests: 1,
          creationCount: 0,
          executionCount: 1,
          cancellationCount: 2,
        },
        lastUsedAt: at(3),
      });
    });

    it('counts every request when several processes record the same keys at once', async () => {
      const batches = Array.from({ length: 10 }, (_, n) => [span(2, n * 10, 3), span(1, n * 10, 5)]);
      await Promise.all(batches.map((batch) => activity.record(batch)));
      expect(await usage(1)).toMatchObject({ counts: { totalRequests: 50 }, lastUsedAt: at(94) });
      expect(await usage(2)).toMatchObject({ counts: { totalRequests: 30 }, lastUsedAt: at(92) });
      expect(await activity.listRecent(keyIdOf(1))).toHaveLength(50);
    });

    it('keeps the 50 newest requests of each key and lists them newest first', async () => {
      await activity.record([span(1, 0, 30)]);
      await activity.record([span(1, 100, 30), span(2, 0, 3)]);
      const newest = [
        ...Array.from({ length: 30 }, (_, i) => 129 - i),
        ...Array.from({ length: 20 }, (_, i) => 29 - i),
      ];
      expect(await times(1)).toEqual(newest);
      expect(await times(2)).toEqual([2, 1, 0]);
      expect(await usage(1)).toMatchObject({ counts: { totalRequests: 60 } });
    });

    it('sorts late requests by their time and does not move lastUsedAt back', async () => {
      await activity.record([span(1, 100, 49)]);
      await activity.record([span(1, 0, 2)]);
      expect(await times(1)).toEqual([...Array.from({ length: 49 }, (_, i) => 148 - i), 1]);
      expect(await usage(1)).toMatchObject({ lastUsedAt: at(148) });
    });

    it('counts requests beyond the 50 that it keeps', async () => {
      await activity.record([span(1, 0, 500)]);
      expect(await usage(1)).toMatchObject({ counts: { totalRequests: 500 } });
      expect((await times(1)).slice(0, 2)).toEqual([499, 498]);
    });
  });
}
