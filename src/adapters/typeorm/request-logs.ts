import { LessThan } from 'typeorm';
import type { KeyEntry } from '../../domain/idempotency/idempotency.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { IdempotencyLog, SignedMessageLog } from '../../ports/request-logs.js';
import type { AlreadyExists, StaleVersion } from '../../ports/order-repository.js';
import { column, type Session } from './database/index.js';

export const IdempotencyKeyTable = column.table('idempotency_keys', {
  id: column.primary(column.text('id')),
  fingerprint: column.text('fingerprint'),
  state: column.oneOf<KeyEntry['state']>('state', ['claimed', 'answered']),
  claimedAt: column.time('claimed_at'),
  expiresAt: column.time('expires_at'),
  /** Null while the request is claimed. */
  answer: column.nullable(column.text('answer')),
});

type IdempotencyKeyRow = column.RowOf<typeof IdempotencyKeyTable>;

export class TypeOrmIdempotencyLog implements IdempotencyLog {
  constructor(private readonly session: Session) {}

  async insert(entry: KeyEntry): Promise<Result<void, AlreadyExists>> {
    const row = toRow(entry);
    const stored = await this.session.statement((queries) =>
      queries.insertIfAbsent(IdempotencyKeyTable, row),
    );
    return stored ? ok() : err({ kind: 'already-exists' });
  }

  async find(id: string): Promise<KeyEntry | undefined> {
    const row = await this.session.query((manager) => manager.findOneBy(IdempotencyKeyTable, { id }));
    return row === null ? undefined : fromRow(row);
  }

  async replace(known: KeyEntry, next: KeyEntry): Promise<Result<void, StaleVersion>> {
    const [identity, row] = [identityOf(known), toRow(next)];
    const { affected } = await this.session.change((manager) =>
      manager.update(IdempotencyKeyTable, identity, row),
    );
    return affected === 1 ? ok() : err({ kind: 'stale-version' });
  }

  async delete(known: KeyEntry): Promise<void> {
    const identity = identityOf(known);
    await this.session.change((manager) => manager.delete(IdempotencyKeyTable, identity));
  }

  async deleteExpired(now: Date): Promise<void> {
    await this.session.change((manager) => manager.delete(IdempotencyKeyTable, { expiresAt: LessThan(now) }));
  }
}

/** Condition that matches the entry only while it is unchanged. */
const identityOf = ({ id, state, claimedAt, fingerprint }: KeyEntry) => ({
  id,
  state,
  claimedAt: new Date(claimedAt),
  fingerprint,
});

const toRow = (entry: KeyEntry): IdempotencyKeyRow => ({
  ...entry,
  answer: entry.state === 'answered' ? entry.answer : null,
});

function fromRow({ state, answer, ...request }: IdempotencyKeyRow): KeyEntry {
  if (state === 'claimed') return { ...request, state };
  if (answer === null) throw new Error(`idempotency_keys ${request.id}: the stored answer is missing`);
  return { ...request, state, answer };
}

export const SignedMessageTable = column.table('signed_messages', {
  hash: column.primary(column.text('hash')),
  expiresAt: column.time('expires_at'),
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
