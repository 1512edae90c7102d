import { err, ok, type Result } from '../../../domain/shared/result.js';
import type { AlreadyExists } from '../../../ports/order-repository.js';
import type { SignedMessageLog } from '../../../ports/signed-message-log.js';
import type { Session } from '../database/database.js';
import { insertInto } from '../database/queries.js';
import { SignedMessageTable } from './signed-message-table.js';
import { isoTime } from '../database/stored-fields.js';

const INSERT = insertInto(SignedMessageTable, 'hash');

export class TypeOrmSignedMessageLog implements SignedMessageLog {
  constructor(private readonly session: Session) {}

  async insert(hash: string, expiresAt: Date): Promise<Result<void, AlreadyExists>> {
    const row = { hash, expires_at: isoTime(expiresAt) };
    const stored = await this.session.write((queries) => queries.insert(INSERT, row));
    return stored ? ok() : err({ kind: 'already-exists' });
  }

  async deleteExpired(now: Date): Promise<void> {
    const limit = isoTime(now);
    await this.session.write((queries) =>
      queries.execute('DELETE FROM signed_messages WHERE expires_at < ?', [limit]),
    );
  }
}
