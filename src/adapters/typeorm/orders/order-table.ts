import { EntitySchema } from 'typeorm';

/** A stored order. Property names are column names. */
export interface OrderRow {
  uuid: string;
  handle: string;
  owner: string;
  input_token: string;
  output_token: string;
  /** 39 digits. */
  amount_in: string;
  status: string;
  /** Index of the status in ORDER_STATUSES. */
  status_rank: number;
  /** ISO 8601 in UTC, 24 characters. */
  created_at: string;
  version: number;
  txid: string | null;
  client_order_id: string | null;
  strategy_id: string | null;
  /** Time from which an order with a strategy_id may run, and its place in its plan; sorts as `inTurn` does. Derived from the terms. */
  plan_run: string | null;
  /** 39 digits each; null unless the order is confirmed here. */
  executed_in: string | null;
  executed_out: string | null;
  /** JSON: the terms that have no column of their own. */
  terms: string;
  /** Approximate disk space of the order. Derived from the terms. */
  bytes: number;
  /** JSON: the fields of the status. */
  progress: string;
}

export const OrderTable = new EntitySchema<OrderRow>({
  name: 'orders',
  columns: {
    uuid: { type: 'text', primary: true },
    handle: { type: 'text' },
    owner: { type: 'text' },
    input_token: { type: 'text' },
    output_token: { type: 'text' },
    amount_in: { type: 'text' },
    status: { type: 'text' },
    status_rank: { type: 'integer' },
    created_at: { type: 'text' },
    version: { type: 'integer' },
    txid: { type: 'text', nullable: true },
    client_order_id: { type: 'text', nullable: true },
    strategy_id: { type: 'text', nullable: true },
    plan_run: { type: 'text', nullable: true },
    executed_in: { type: 'text', nullable: true },
    executed_out: { type: 'text', nullable: true },
    terms: { type: 'text' },
    bytes: { type: 'integer' },
    progress: { type: 'text' },
  },
});
