import type { QueryRunner } from 'typeorm';
import { isPostgres } from './columns.js';

/**
 * What order lists count and search by (docs/adr/0008-order-search.md): orders by status, the distinct owners, and one
 * trigram index over handles and txids.
 */
export async function createOrderSearch(runner: QueryRunner): Promise<void> {
  for (const statement of isPostgres(runner) ? POSTGRES : SQLITE) await runner.query(statement);
}

/** Call when the orders, with their triggers and indexes, are gone. */
export async function dropOrderSearch(runner: QueryRunner): Promise<void> {
  const others = isPostgres(runner)
    ? ['FUNCTION order_changed()', 'FUNCTION count_order(integer, bigint)']
    : ['TABLE order_ids', 'TABLE order_ids_pending'];
  for (const thing of [...others, 'TABLE order_counts', 'TABLE order_owners'])
    await runner.query(`DROP ${thing}`);
}

const count = (order: 'NEW' | 'OLD', change: '+ 1' | '- 1') =>
  `UPDATE order_counts SET n = n ${change} WHERE status_rank = ${order}.status_rank`;

/** FTS5 indexes this many orders together for a fraction of what they cost one by one. */
const INDEX_EVERY = 2000;

const SQLITE: readonly string[] = [
  // Narrow, because every insert writes it.
  'CREATE INDEX orders_by_tokens ON orders (tokens_id, status_rank)',
  'CREATE TABLE order_owners (owner TEXT PRIMARY KEY) WITHOUT ROWID',
  'CREATE TABLE order_counts (status_rank INTEGER PRIMARY KEY, n INTEGER NOT NULL)',
  'INSERT INTO order_counts VALUES (0, 0), (1, 0), (2, 0), (3, 0), (4, 0)',
  // Stores no positions, so a match holds the term's trigrams but perhaps not the term: readers check it.
  `CREATE VIRTUAL TABLE order_ids USING fts5(
    handle, txid, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1')`,
  // Merges fewer, larger segments than the default of 4, which costs a quarter less per order.
  "INSERT INTO order_ids (order_ids, rank) VALUES ('automerge', 8)",
  // Orders that order_ids does not have, or has with an earlier txid.
  'CREATE TABLE order_ids_pending (seq INTEGER PRIMARY KEY)',
  `CREATE TRIGGER order_inserted AFTER INSERT ON orders BEGIN
    ${count('NEW', '+ 1')};
    INSERT INTO order_owners VALUES (NEW.owner) ON CONFLICT DO NOTHING;
    INSERT INTO order_ids_pending VALUES (NEW.seq) ON CONFLICT DO NOTHING;
  END`,
  `CREATE TRIGGER order_status_changed AFTER UPDATE OF status_rank ON orders
    WHEN NEW.status_rank <> OLD.status_rank BEGIN
    ${count('OLD', '- 1')};
    ${count('NEW', '+ 1')};
  END`,
  `CREATE TRIGGER order_txid_changed AFTER UPDATE OF txid ON orders WHEN NEW.txid IS NOT OLD.txid BEGIN
    INSERT INTO order_ids_pending VALUES (NEW.seq) ON CONFLICT DO NOTHING;
  END`,
  `CREATE TRIGGER order_deleted AFTER DELETE ON orders BEGIN ${count('OLD', '- 1')}; END`,
  `CREATE TRIGGER order_ids_due AFTER INSERT ON order_ids_pending WHEN NEW.seq % ${INDEX_EVERY} = 0 BEGIN
    INSERT OR REPLACE INTO order_ids (rowid, handle, txid)
      SELECT seq, handle, txid FROM orders WHERE seq IN (SELECT seq FROM order_ids_pending);
    DELETE FROM order_ids_pending;
  END`,
];

const POSTGRES: readonly string[] = [
  'CREATE INDEX orders_by_tokens ON orders (tokens_id, status_rank, created_at, handle)',
  'CREATE TABLE order_owners (owner text COLLATE "C" PRIMARY KEY)',
  `CREATE TABLE order_counts (
    slot bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, status_rank integer NOT NULL, n bigint NOT NULL)`,
  'CREATE INDEX order_counts_by_status ON order_counts (status_rank)',
  // Each transaction counts in a row that no other has locked, or in a new one, so none waits for another to commit.
  `CREATE FUNCTION count_order(rank integer, change bigint) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE free bigint;
  BEGIN
    SELECT slot INTO free FROM order_counts WHERE status_rank = rank LIMIT 1 FOR UPDATE SKIP LOCKED;
    IF FOUND THEN
      UPDATE order_counts SET n = n + change WHERE slot = free;
    ELSE
      INSERT INTO order_counts (status_rank, n) VALUES (rank, change);
    END IF;
  END $$`,
  // Once per statement: a counter that one transaction updates row by row grows slower with every row.
  `CREATE FUNCTION order_changed() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      INSERT INTO order_owners (owner) SELECT DISTINCT owner FROM added ON CONFLICT DO NOTHING;
      PERFORM count_order(status_rank, COUNT(*)) FROM added GROUP BY status_rank;
    ELSIF TG_OP = 'DELETE' THEN
      PERFORM count_order(status_rank, -COUNT(*)) FROM removed GROUP BY status_rank;
    ELSE
      PERFORM count_order(status_rank, SUM(change)) FROM (
        SELECT status_rank, 1 AS change FROM added UNION ALL SELECT status_rank, -1 FROM removed) moved
      GROUP BY status_rank HAVING SUM(change) <> 0;
    END IF;
    RETURN NULL;
  END $$`,
  ...[
    ['inserted', 'INSERT', 'NEW TABLE AS added'],
    ['updated', 'UPDATE', 'NEW TABLE AS added OLD TABLE AS removed'],
    ['deleted', 'DELETE', 'OLD TABLE AS removed'],
  ].map(
    ([name, event, rows]) => `CREATE TRIGGER order_${name} AFTER ${event} ON orders
      REFERENCING ${rows} FOR EACH STATEMENT EXECUTE FUNCTION order_changed()`,
  ),
  'CREATE EXTENSION IF NOT EXISTS pg_trgm',
  'CREATE INDEX orders_by_ids_text ON orders USING gin (handle gin_trgm_ops, txid gin_trgm_ops)',
];
