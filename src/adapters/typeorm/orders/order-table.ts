import { column } from '../database/index.js';

/** Stored orders. Property names are column names. */
export const OrderTable = column.table('orders', {
  uuid: column.primary(column.text()),
  handle: column.text(),
  owner: column.text(),
  input_token: column.text(),
  output_token: column.text(),
  /** 39 digits. */
  amount_in: column.text(),
  status: column.text(),
  /** Index of the status in ORDER_STATUSES. */
  status_rank: column.integer(),
  /** ISO 8601 in UTC, 24 characters. */
  created_at: column.text(),
  version: column.integer(),
  txid: column.nullable(column.text()),
  client_order_id: column.nullable(column.text()),
  strategy_id: column.nullable(column.text()),
  /**
   * For an order with a strategy_id: the time from which the order may run, and its place in its plan. Sorts as `inTurn` does.
   * Derived from the terms.
   */
  plan_run: column.nullable(column.text()),
  /** Executed amounts, 39 digits each; null unless the order was confirmed on this exchange. */
  executed_in: column.nullable(column.text()),
  executed_out: column.nullable(column.text()),
  /** JSON of the terms that have no separate column. */
  terms: column.text(),
  /** Approximate disk space of the order. Derived from the terms. */
  bytes: column.integer(),
  /** JSON of the fields that belong to the status. */
  progress: column.text(),
});

export type OrderRow = column.RowOf<typeof OrderTable>;
