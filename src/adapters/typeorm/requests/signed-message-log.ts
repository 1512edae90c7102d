import { EntitySchema, LessThan } from 'typeorm';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import type { AlreadyExists } from '../../../ports/order-repository.js';
import type { SignedMessageLog } from '../../../ports/signed-message-log.js';
import { column, type Session } from '../database/index.js';

interface SignedMessageRow {
  /** 64 hex. */
  readonly hash: string;
  readonly expiresAt: Date;
}

export const SignedMessageTable = new EntitySchema<SignedMessageRow>({
  name: 'signed_messages',
  columns: {
    hash: column.primary(column.text('hash')),
    expiresAt: column.time('expires_at'),
  },
});

export class TypeOrmSignedMessageLog implements SignedMessageLog {
  constructor(private readonly session: Session) {}

  async insert(hash: string, expiresAt: Date): Promise<Result<void, AlreadyExists>> {
    const stored = await this.session.statement((queries) =>
      queries.insertIfAbsent(SignedMessageTable, { hash, expiresAt }),
    );
    return stored ? ok() : err({ kind: 'already-exists' });
  }

  async deleteExpired(now: Date): Promise<void> {
    await this.session.change((manager) => manager.delete(SignedMessageTable, { expiresAt: LessThan(now) }));
  }
}
