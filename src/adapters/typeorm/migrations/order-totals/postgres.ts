import { COUNT_FUNCTION, STATUS_TRIGGER } from '../order-search/postgres.js';

const OWNER_INDEX = 'CREATE INDEX orders_by_owner_status ON orders (owner, status_rank, created_at, uuid)';
const REPLACE = COUNT_FUNCTION.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION');

export const UP: readonly string[] = [
  // Every count of an order is a change. Rows are never removed, so the sum of all only grows.
  'ALTER TABLE order_counts ADD COLUMN changes bigint NOT NULL DEFAULT 0',
  REPLACE.replace('UPDATE order_counts SET', 'UPDATE order_counts SET changes = changes + 1,')
    .replace('INSERT INTO order_counts (', 'INSERT INTO order_counts (changes, ')
    .replace('VALUES (tokens', 'VALUES (1, tokens'),
  // Another txid changes what a search finds, and the counts only by as much as they had.
  'DROP TRIGGER order_status_changed ON orders',
  STATUS_TRIGGER.replace('UPDATE OF status_rank', 'UPDATE OF status_rank, txid').replace(
    'WHEN (NEW.status_rank <> OLD.status_rank)',
    'WHEN (NEW.status_rank <> OLD.status_rank OR NEW.txid IS DISTINCT FROM OLD.txid)',
  ),
  'DROP INDEX orders_by_owner_status',
  `${OWNER_INDEX} INCLUDE (tokens_id)`,
];

export const DOWN: readonly string[] = [
  'DROP INDEX orders_by_owner_status',
  OWNER_INDEX,
  'DROP TRIGGER order_status_changed ON orders',
  STATUS_TRIGGER,
  REPLACE,
  'ALTER TABLE order_counts DROP COLUMN changes',
];
