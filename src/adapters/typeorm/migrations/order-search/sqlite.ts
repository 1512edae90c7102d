/** Orders as the migration before this one made them. */
const OLD_COLUMNS = [
  'uuid',
  'owner',
  'input_token',
  'output_token',
  'amount_in',
  'status',
  'status_rank',
  'created_at',
  'version',
  'txid',
  'client_order_id',
  'strategy_id',
  'terms',
  'progress',
].join(', ');

const CONDITION_TOKEN = "COALESCE(json_extract(terms, '$.trigger.conditionToken'), '')";

export const RANKS = [0, 1, 2, 3, 4];

/** Counts an order among those of its tokens and among all. */
export const count = (order: 'NEW' | 'OLD', change: '+' | '-') =>
  `UPDATE order_counts SET ${RANKS.map((rank) => `n${rank} = n${rank} ${change} (${order}.status_rank = ${rank})`).join(', ')}
   WHERE tokens_id IN (0, ${order}.tokens_id)`;

export const COUNTED = RANKS.map((rank) => `COALESCE(SUM(status_rank = ${rank}), 0)`).join(', ');

/**
 * Writing few orders at a time to the text index costs far more than many at once. So those with a higher number than
 * `indexed_to`, and those that wait because their txid changed, are not in it yet, and searches read them one by one.
 * About every so many changes the index catches up.
 */
const CATCH_UP_EVERY = 500;
const CATCH_UP = `
    INSERT OR REPLACE INTO order_ids (rowid, uuid, txid) SELECT seq, uuid, txid FROM orders
      WHERE seq > (SELECT indexed_to FROM order_ids_progress)
      UNION SELECT seq, uuid, txid FROM orders WHERE seq IN (SELECT seq FROM order_ids_waiting);
    DELETE FROM order_ids_waiting;
    UPDATE order_ids_progress SET indexed_to = (SELECT MAX(seq) FROM orders)`;

/** What keeps counts, owners and the text index of orders. */
export const ORDER_TRIGGERS: readonly string[] = [
  `CREATE TRIGGER order_inserted AFTER INSERT ON orders BEGIN
    INSERT INTO order_owners (owner) VALUES (NEW.owner) ON CONFLICT (owner) DO NOTHING;
    ${count('NEW', '+')};
  END`,
  `CREATE TRIGGER order_status_changed AFTER UPDATE OF status_rank ON orders
    WHEN NEW.status_rank <> OLD.status_rank BEGIN
    ${count('OLD', '-')};
    ${count('NEW', '+')};
  END`,
  `CREATE TRIGGER order_txid_changed AFTER UPDATE OF txid ON orders WHEN NEW.txid IS NOT OLD.txid BEGIN
    INSERT INTO order_ids_waiting (seq) VALUES (NEW.seq) ON CONFLICT (seq) DO NOTHING;
  END`,
  `CREATE TRIGGER order_ids_due AFTER INSERT ON orders WHEN NEW.seq % ${CATCH_UP_EVERY} = 0 BEGIN
    ${CATCH_UP};
  END`,
  `CREATE TRIGGER order_txids_due AFTER INSERT ON order_ids_waiting WHEN NEW.seq % ${CATCH_UP_EVERY} = 0 BEGIN
    ${CATCH_UP};
  END`,
  `CREATE TRIGGER order_deleted AFTER DELETE ON orders BEGIN
    ${count('OLD', '-')};
    DELETE FROM order_ids WHERE rowid = OLD.seq;
    DELETE FROM order_ids_waiting WHERE seq = OLD.seq;
    UPDATE order_ids_progress SET indexed_to = MIN(indexed_to, OLD.seq - 1);
  END`,
];

export const UP: readonly string[] = [
  `CREATE TABLE order_tokens (
    id INTEGER PRIMARY KEY, input_token TEXT NOT NULL, output_token TEXT NOT NULL, condition_token TEXT NOT NULL,
    text TEXT NOT NULL GENERATED ALWAYS AS (lower(input_token || ' ' || output_token || ' ' || condition_token)) STORED,
    UNIQUE (input_token, output_token, condition_token))`,
  'CREATE TABLE order_owners (id INTEGER PRIMARY KEY, owner TEXT NOT NULL UNIQUE)',
  // Those of tokens_id 0 are of all orders.
  `CREATE TABLE order_counts (tokens_id INTEGER PRIMARY KEY,
    ${RANKS.map((rank) => `n${rank} INTEGER NOT NULL DEFAULT 0`).join(', ')})`,
  `INSERT INTO order_tokens (input_token, output_token, condition_token)
    SELECT DISTINCT input_token, output_token, ${CONDITION_TOKEN} FROM orders`,
  // The text index names orders by a number that VACUUM must not change, which only a declared integer key is.
  'ALTER TABLE orders RENAME TO orders_before',
  `CREATE TABLE orders (
    seq INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE, owner TEXT NOT NULL, input_token TEXT NOT NULL,
    output_token TEXT NOT NULL, amount_in TEXT NOT NULL, status TEXT NOT NULL, status_rank INTEGER NOT NULL,
    created_at TEXT NOT NULL, version INTEGER NOT NULL, txid TEXT, client_order_id TEXT, strategy_id TEXT,
    terms TEXT NOT NULL, progress TEXT NOT NULL, tokens_id INTEGER NOT NULL)`,
  `INSERT INTO orders (${OLD_COLUMNS}, tokens_id)
    SELECT ${OLD_COLUMNS}, (SELECT id FROM order_tokens t WHERE t.input_token = o.input_token
      AND t.output_token = o.output_token AND t.condition_token = ${CONDITION_TOKEN})
    FROM orders_before o ORDER BY created_at, uuid`,
  'DROP TABLE orders_before',
  'CREATE INDEX orders_by_creation ON orders (created_at, uuid)',
  'CREATE INDEX orders_by_owner ON orders (owner, created_at, uuid)',
  'CREATE INDEX orders_by_status ON orders (status_rank, created_at, uuid)',
  'CREATE INDEX orders_by_owner_status ON orders (owner, status_rank, created_at, uuid)',
  'CREATE INDEX orders_by_tokens ON orders (tokens_id, status_rank, created_at, uuid)',
  `CREATE INDEX orders_by_client_order_id ON orders (owner, client_order_id) WHERE client_order_id IS NOT NULL`,
  `CREATE INDEX orders_by_strategy ON orders (owner, strategy_id, uuid) WHERE strategy_id IS NOT NULL`,
  `CREATE INDEX orders_by_strategy_creation ON orders (strategy_id, created_at, uuid) WHERE strategy_id IS NOT NULL`,
  'INSERT INTO order_owners (owner) SELECT DISTINCT owner FROM orders',
  `INSERT INTO order_counts SELECT tokens_id, ${COUNTED} FROM orders GROUP BY tokens_id`,
  `INSERT INTO order_counts SELECT 0, ${COUNTED} FROM orders`,
  // Without positions a term's trigrams are only known to be somewhere in the text: readers check their hits.
  `CREATE VIRTUAL TABLE order_ids USING fts5(
    uuid, txid, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1')`,
  'CREATE TABLE order_ids_progress (indexed_to INTEGER NOT NULL)',
  'INSERT INTO order_ids_progress SELECT COALESCE(MAX(seq), 0) FROM orders',
  'CREATE TABLE order_ids_waiting (seq INTEGER PRIMARY KEY)',
  // A million orders are indexed several times as fast if as much of the index is made in memory before it is written.
  `INSERT INTO order_ids (order_ids, rank) VALUES ('hashsize', ${64 * 1024 * 1024})`,
  'INSERT INTO order_ids (rowid, uuid, txid) SELECT seq, uuid, txid FROM orders ORDER BY seq',
  `INSERT INTO order_ids (order_ids, rank) VALUES ('hashsize', ${1024 * 1024})`,
  `CREATE VIRTUAL TABLE order_owner_text USING fts5(
    owner, content = 'order_owners', content_rowid = 'id', detail = none, columnsize = 0, tokenize = 'trigram')`,
  'INSERT INTO order_owner_text (rowid, owner) SELECT id, owner FROM order_owners',
  `CREATE TRIGGER order_owner_inserted AFTER INSERT ON order_owners BEGIN
    INSERT INTO order_owner_text (rowid, owner) VALUES (NEW.id, NEW.owner);
  END`,
  `CREATE TRIGGER order_tokens_inserted AFTER INSERT ON order_tokens BEGIN
    INSERT INTO order_counts (tokens_id) VALUES (NEW.id);
  END`,
  ...ORDER_TRIGGERS,
];

/** The orders keep their number: the program before this one does not see it. */
export const DOWN: readonly string[] = [
  'DROP TRIGGER order_deleted',
  'DROP TRIGGER order_txids_due',
  'DROP TRIGGER order_ids_due',
  'DROP TRIGGER order_txid_changed',
  'DROP TRIGGER order_status_changed',
  'DROP TRIGGER order_inserted',
  'DROP TRIGGER order_tokens_inserted',
  'DROP TRIGGER order_owner_inserted',
  'DROP TABLE order_owner_text',
  'DROP TABLE order_ids_waiting',
  'DROP TABLE order_ids_progress',
  'DROP TABLE order_ids',
  'DROP INDEX orders_by_strategy_creation',
  'DROP INDEX orders_by_tokens',
  'ALTER TABLE orders DROP COLUMN tokens_id',
  'DROP TABLE order_counts',
  'DROP TABLE order_owners',
  'DROP TABLE order_tokens',
];
