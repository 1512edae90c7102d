import { EntitySchema } from 'typeorm';

export interface SignedMessageRow {
  /** 64 hex. */
  hash: string;
  /** ISO 8601 in UTC, 24 characters. */
  expires_at: string;
}

export const SignedMessageTable = new EntitySchema<SignedMessageRow>({
  name: 'signed_messages',
  columns: {
    hash: { type: 'text', primary: true },
    expires_at: { type: 'text' },
  },
});
