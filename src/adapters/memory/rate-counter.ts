import type { ApiKeyId } from '../../domain/api-key/api-key.js';
import type { RateCounter } from '../../ports/rate-counter.js';
import type { Session } from './tables.js';

export class InMemoryRateCounter implements RateCounter {
  constructor(private readonly session: Session) {}

  add(keyId: ApiKeyId, windowStart: Date, count: number): Promise<number> {
    const startMs = windowStart.getTime();
    return this.session.write(({ rateWindows }) => {
      const key = `${keyId} ${startMs}`;
      const before = rateWindows.get(key)?.requests ?? 0;
      rateWindows.set(key, { startMs, requests: before + count });
      return before;
    });
  }

  deleteBefore(start: Date): Promise<void> {
    const limit = start.getTime();
    return this.session.write(({ rateWindows }) => {
      const old = [...rateWindows.entries()].filter(([, { startMs }]) => startMs < limit);
      for (const [key] of old) rateWindows.delete(key);
    });
  }
}
