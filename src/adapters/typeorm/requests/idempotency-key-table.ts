import { EntitySchema } from 'typeorm';

export interface IdempotencyKeyRow {
  /** 64 hex. */
  id: string;
  /** 64 hex. */
  fingerprint: string;
  state: string;
  /** ISO 8601 in UTC, 24 characters. */
  claimed_at: string;
  /** ISO 8601 in UTC, 24 characters. */
  expires_at: string;
  /** Null until there is one. */
  answer: string | null;
}

export const IdempotencyKeyTable = new EntitySchema<IdempotencyKeyRow>({
  name: 'idempotency_keys',
  columns: {
    id: { type: 'text', primary: true },
    fingerprint: { type: 'text' },
    state: { type: 'text' },
    claimed_at: { type: 'text' },
    expires_at: { type: 'text' },
    answer: { type: 'text', nullable: true },
  },
});
