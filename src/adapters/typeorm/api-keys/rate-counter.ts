import type { ApiKeyId } from '../../../domain/api-key/api-key.js';
import type { RateCounter } from '../../../ports/rate-counter.js';
import type { RateWindowRow } from './api-key-tables.js';
import type { Session } from '../database/database.js';
import { isoTime } from '../database/stored-fields.js';

/** The row's lock makes those who add at the same time queue, so each gets places of its own. */
const ADD =
  'INSERT INTO rate_windows (key_id, starts_at, requests) VALUES (?, ?, ?) ' +
  'ON CONFLICT (key_id, starts_at) DO UPDATE SET requests = rate_windows.requests + excluded.requests ' +
  'RETURNING requests';

export class TypeOrmRateCounter implements RateCounter {
  constructor(private readonly session: Session) {}

  async add(keyId: ApiKeyId, windowStart: Date, count: number): Promise<number> {
    const [row] = await this.session.writeOne((queries) =>
      queries.rows<Pick<RateWindowRow, 'requests'>>(ADD, [keyId, isoTime(windowStart), count]),
    );
    if (row === undefined) throw new Error('the database answered no count');
    return Number(row.requests) - count;
  }

  async deleteBefore(start: Date): Promise<void> {
    await this.session.writeOne((queries) =>
      queries.execute('DELETE FROM rate_windows WHERE starts_at < ?', [isoTime(start)]),
    );
  }
}
