import { COUNT_FUNCTION as EARLIER_FUNCTION, RANKS } from '../order-search/postgres.js';

/** As before, and says that something changed. Rows are never removed, so the sum of all changes only grows. */
const COUNT_FUNCTION = `
  CREATE OR REPLACE FUNCTION count_order(tokens integer, rank integer, change integer) RETURNS void
  LANGUAGE plpgsql AS $$
  DECLARE free bigint;
  BEGIN
    SELECT slot INTO free FROM order_counts WHERE tokens_id = tokens LIMIT 1 FOR UPDATE SKIP LOCKED;
    IF FOUND THEN
      UPDATE order_counts SET changes = changes + 1,
        ${RANKS.map((n) => `n${n} = n${n} + (rank = ${n})::integer * change`).join(', ')}
        WHERE tokens_id = tokens AND slot = free;
    ELSE
      INSERT INTO order_counts (tokens_id, changes, ${RANKS.map((n) => `n${n}`).join(', ')})
        VALUES (tokens, 1, ${RANKS.map((n) => `(rank = ${n})::integer * change`).join(', ')});
    END IF;
  END $$`;

const whenChanged = (columns: string, condition: string) => `
  CREATE TRIGGER order_status_changed AFTER UPDATE OF ${columns} ON orders FOR EACH ROW
  WHEN (${condition}) EXECUTE FUNCTION order_status_changed()`;

const OWNER_INDEX = 'CREATE INDEX orders_by_owner_status ON orders (owner, status_rank, created_at, uuid)';

export const UP: readonly string[] = [
  'ALTER TABLE order_counts ADD COLUMN changes bigint NOT NULL DEFAULT 0',
  COUNT_FUNCTION,
  // Another txid changes what a search finds: the order is counted out and in again.
  'DROP TRIGGER order_status_changed ON orders',
  whenChanged(
    'status_rank, txid',
    'NEW.status_rank <> OLD.status_rank OR NEW.txid IS DISTINCT FROM OLD.txid',
  ),
  'DROP INDEX orders_by_owner_status',
  `${OWNER_INDEX} INCLUDE (tokens_id)`,
];

export const DOWN: readonly string[] = [
  'DROP INDEX orders_by_owner_status',
  OWNER_INDEX,
  'DROP TRIGGER order_status_changed ON orders',
  whenChanged('status_rank', 'NEW.status_rank <> OLD.status_rank'),
  EARLIER_FUNCTION.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION'),
  'ALTER TABLE order_counts DROP COLUMN changes',
];
