import type { KeyEntry } from '../../../domain/idempotency/kept-answer.js';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import type { IdempotencyLog } from '../../../ports/idempotency-log.js';
import type { AlreadyExists, StaleVersion } from '../../../ports/order-repository.js';
import type { Session } from '../database/database.js';
import { IdempotencyKeyTable, type IdempotencyKeyRow } from './idempotency-key-table.js';
import { insertInto } from '../database/queries.js';
import { isoTime, StoredFields } from '../database/stored-fields.js';

const INSERT = insertInto(IdempotencyKeyTable, 'id');
const FIND = 'SELECT * FROM idempotency_keys WHERE id = ?';
const STILL_THERE = 'id = ? AND state = ? AND claimed_at = ? AND fingerprint = ?';
const REPLACE =
  'UPDATE idempotency_keys SET fingerprint = ?, state = ?, claimed_at = ?, expires_at = ?, answer = ? ' +
  `WHERE ${STILL_THERE}`;
const DELETE = `DELETE FROM idempotency_keys WHERE ${STILL_THERE}`;

const STATES = ['claimed', 'answered'] as const satisfies readonly KeyEntry['state'][];

export class TypeOrmIdempotencyLog implements IdempotencyLog {
  constructor(private readonly session: Session) {}

  async insert(entry: KeyEntry): Promise<Result<void, AlreadyExists>> {
    const row = toRow(entry);
    const stored = await this.session.writeOne((queries) => queries.insert(INSERT, row));
    return stored ? ok() : err({ kind: 'already-exists' });
  }

  async find(id: string): Promise<KeyEntry | undefined> {
    const [row] = await this.session.read((queries) => queries.rows<IdempotencyKeyRow>(FIND, [id]));
    return row && fromRow(row);
  }

  async replace(known: KeyEntry, next: KeyEntry): Promise<Result<void, StaleVersion>> {
    const { fingerprint, state, claimed_at, expires_at, answer } = toRow(next);
    const values = [fingerprint, state, claimed_at, expires_at, answer, ...identifying(known)];
    const changed = await this.session.writeOne((queries) => queries.execute(REPLACE, values));
    return changed === 1 ? ok() : err({ kind: 'stale-version' });
  }

  async delete(known: KeyEntry): Promise<void> {
    const values = identifying(known);
    await this.session.writeOne((queries) => queries.execute(DELETE, values));
  }

  async deleteExpired(now: Date): Promise<void> {
    const limit = isoTime(now);
    await this.session.writeOne((queries) =>
      queries.execute('DELETE FROM idempotency_keys WHERE expires_at < ?', [limit]),
    );
  }
}

/** The parameters of STILL_THERE. */
const identifying = ({ id, state, claimedAt, fingerprint }: KeyEntry): string[] => [
  id,
  state,
  isoTime(claimedAt),
  fingerprint,
];

const toRow = (entry: KeyEntry): IdempotencyKeyRow => ({
  id: entry.id,
  fingerprint: entry.fingerprint,
  state: entry.state,
  claimed_at: isoTime(entry.claimedAt),
  expires_at: isoTime(entry.expiresAt),
  answer: entry.state === 'answered' ? entry.answer : null,
});

function fromRow(row: IdempotencyKeyRow): KeyEntry {
  const columns = StoredFields.of(row, `idempotency_keys ${row.id}`);
  const request = {
    id: columns.text('id'),
    fingerprint: columns.text('fingerprint'),
    claimedAt: columns.time('claimed_at'),
    expiresAt: columns.time('expires_at'),
  };
  const state = columns.oneOf('state', STATES);
  return state === 'claimed' ? { ...request, state } : { ...request, state, answer: columns.text('answer') };
}
