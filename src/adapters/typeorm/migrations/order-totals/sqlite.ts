import { count, COUNTED, ORDER_TRIGGERS as EARLIER_TRIGGERS, RANKS } from '../order-search/sqlite.js';

const COUNTS = RANKS.map((rank) => `n${rank}`).join(', ');
const ADDED = RANKS.map((rank) => `n${rank} = n${rank} + excluded.n${rank}`).join(', ');
const INDEXED_TO = '(SELECT indexed_to FROM order_ids_progress)';
// Any index would be read from end to end for a few hundred orders.
const BEHIND = `orders NOT INDEXED WHERE seq > ${INDEXED_TO}`;

const INDEX_IDS: readonly string[] = [
  `INSERT OR REPLACE INTO order_ids (rowid, uuid, txid) SELECT seq, uuid, txid FROM ${BEHIND}
    UNION SELECT seq, uuid, txid FROM orders WHERE seq IN (SELECT seq FROM order_ids_waiting)`,
  'DELETE FROM order_ids_waiting',
  'UPDATE order_ids_progress SET indexed_to = (SELECT COALESCE(MAX(seq), 0) FROM orders)',
];

/**
 * Counting hundreds of orders together costs as little as indexing them together. So orders with a higher number than
 * `indexed_to` are not counted either, nor their owners listed, and reads look at them one by one.
 */
const CATCH_UP: readonly string[] = [
  `INSERT INTO order_owners (owner) SELECT DISTINCT owner FROM ${BEHIND} ON CONFLICT (owner) DO NOTHING`,
  `INSERT INTO order_counts (tokens_id, ${COUNTS}) SELECT tokens_id, ${COUNTED} FROM ${BEHIND}
    GROUP BY tokens_id ON CONFLICT (tokens_id) DO UPDATE SET ${ADDED}`,
  `INSERT INTO order_counts (tokens_id, ${COUNTS}) SELECT 0, ${COUNTED} FROM ${BEHIND}
    ON CONFLICT (tokens_id) DO UPDATE SET ${ADDED}`,
  ...INDEX_IDS,
];
const CATCH_UP_EVERY = 500;

const CHANGED = 'UPDATE order_ids_progress SET changes = changes + 1';

const body = (statements: readonly string[]) => `BEGIN ${statements.map((each) => `${each};`).join(' ')} END`;

const TRIGGERS: Readonly<Record<string, string>> = {
  order_ids_due: `AFTER INSERT ON orders WHEN NEW.seq % ${CATCH_UP_EVERY} = 0 ${body(CATCH_UP)}`,
  order_txids_due: `AFTER INSERT ON order_ids_waiting WHEN NEW.seq % ${CATCH_UP_EVERY} = 0 ${body(CATCH_UP)}`,
  // One trigger, as the last but one of its statements may catch up, and then counts the order as it is now.
  order_changed: `AFTER UPDATE OF status_rank, txid ON orders
    WHEN NEW.status_rank <> OLD.status_rank OR NEW.txid IS NOT OLD.txid ${body([
      `${count('OLD', '-')} AND NEW.seq <= ${INDEXED_TO}`,
      `${count('NEW', '+')} AND NEW.seq <= ${INDEXED_TO}`,
      'INSERT INTO order_ids_waiting (seq) SELECT NEW.seq WHERE NEW.txid IS NOT OLD.txid ON CONFLICT (seq) DO NOTHING',
      CHANGED,
    ])}`,
  // A new order may get the number of the last one, so that no number above the last may count as gone through.
  order_deleted: `AFTER DELETE ON orders ${body([
    `${count('OLD', '-')} AND OLD.seq <= ${INDEXED_TO}`,
    'DELETE FROM order_ids WHERE rowid = OLD.seq',
    'DELETE FROM order_ids_waiting WHERE seq = OLD.seq',
    'UPDATE order_ids_progress SET indexed_to = MIN(indexed_to, (SELECT COALESCE(MAX(seq), 0) FROM orders))',
    CHANGED,
  ])}`,
};

const EARLIER_NAMES = [
  'order_inserted',
  'order_status_changed',
  'order_txid_changed',
  'order_ids_due',
  'order_txids_due',
  'order_deleted',
];

const remove = (names: readonly string[]) => names.map((name) => `DROP TRIGGER ${name}`);

const ownerIndex = (columns: string) => [
  'DROP INDEX orders_by_owner_status',
  `CREATE INDEX orders_by_owner_status ON orders (${columns})`,
];

export const UP: readonly string[] = [
  ...remove(EARLIER_NAMES),
  // Orders behind the text index are counted and listed already.
  ...INDEX_IDS,
  'ALTER TABLE order_ids_progress ADD COLUMN changes INTEGER NOT NULL DEFAULT 0',
  ...Object.entries(TRIGGERS).map(([name, text]) => `CREATE TRIGGER ${name} ${text}`),
  ...ownerIndex('owner, status_rank, created_at, uuid, tokens_id'),
];

export const DOWN: readonly string[] = [
  ...ownerIndex('owner, status_rank, created_at, uuid'),
  ...remove(Object.keys(TRIGGERS)),
  ...CATCH_UP,
  'ALTER TABLE order_ids_progress DROP COLUMN changes',
  ...EARLIER_TRIGGERS,
];
