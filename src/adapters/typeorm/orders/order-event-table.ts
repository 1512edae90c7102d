import { EntitySchema } from 'typeorm';

export interface OrderEventRow {
  order_uuid: string;
  /** 1-based, without gaps. */
  seq: number;
  type: string;
  /** ISO 8601 in UTC, 24 characters. */
  at: string;
  /** JSON. */
  facts: string;
}

export const OrderEventTable = new EntitySchema<OrderEventRow>({
  name: 'order_events',
  columns: {
    order_uuid: { type: 'text', primary: true },
    seq: { type: 'integer', primary: true },
    type: { type: 'text' },
    at: { type: 'text' },
    facts: { type: 'text' },
  },
});
