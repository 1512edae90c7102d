import { LessThan } from 'typeorm';
import type { ApiKeyId } from '../../../domain/api-key/api-key.js';
import type { Address } from '../../../domain/shared/address.js';
import type { RateCounter } from '../../../ports/api-keys.js';
import { column, isoTime, sql, type Session } from '../database/index.js';

export const RateWindowTable = column.table('rate_windows', {
  keyId: column.primary(column.text('key_id')),
  startsAt: column.primary(column.time('starts_at')),
  requests: column.count('requests'),
});

export class TypeOrmRateCounter implements RateCounter {
  constructor(private readonly session: Session) {}

  async add(subject: ApiKeyId | Address, windowStart: Date, count: number): Promise<number> {
    // Concurrent callers queue for the row's lock, so each of them gets its own range.
    const add = sql`
      INSERT INTO rate_windows (key_id, starts_at, requests) VALUES (${subject}, ${isoTime(windowStart)}, ${count})
      ON CONFLICT (key_id, starts_at) DO UPDATE SET requests = rate_windows.requests + excluded.requests
      RETURNING requests AS n`;
    return (await this.session.statement((queries) => queries.number(add))) - count;
  }

  async deleteBefore(start: Date): Promise<void> {
    await this.session.change((manager) => manager.delete(RateWindowTable, { startsAt: LessThan(start) }));
  }
}
