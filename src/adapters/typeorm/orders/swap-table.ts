import { EntitySchema } from 'typeorm';

export interface SwapRow {
  txid: string;
  /** `swap` or `fill`. */
  purpose: string;
  /** Null when it is the first of its order under its nonce. */
  replaces: string | null;
  order_uuid: string;
  sender: string;
  /** 39 digits. */
  nonce: string;
  /** 39 digits. */
  fee_ustx: string;
  raw: string;
  /** JSON. */
  quote: string;
  /** ISO 8601 in UTC, 24 characters. */
  stored_at: string;
  state: string;
  /** JSON; null while the swap is in no block. */
  block: string | null;
}

export const SwapTable = new EntitySchema<SwapRow>({
  name: 'swaps',
  columns: {
    txid: { type: 'text', primary: true },
    purpose: { type: 'text' },
    replaces: { type: 'text', nullable: true },
    order_uuid: { type: 'text' },
    sender: { type: 'text' },
    nonce: { type: 'text' },
    fee_ustx: { type: 'text' },
    raw: { type: 'text' },
    quote: { type: 'text' },
    stored_at: { type: 'text' },
    state: { type: 'text' },
    block: { type: 'text', nullable: true },
  },
});
