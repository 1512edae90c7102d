import { Table, type QueryRunner } from 'typeorm';
import { isPostgres, nullable, primary, type Columns } from './columns.js';

/** What lists count and search by, kept by triggers (docs/adr/0008-order-search.md). */
export const searchTables = ({ text, integer, count }: Columns, onPostgres: boolean): Table[] => [
  onPostgres
    ? // What each statement added to how many orders a status has, with owner and handle of new orders: folded every 500 rows.
      new Table({
        name: 'order_changes',
        columns: [integer('status_rank'), count('n'), nullable(text('owner')), nullable(text('handle'))],
      })
    : // How many orders a status has, but for those that are stored open: read order_totals.
      new Table({
        name: 'order_counts',
        columns: [primary(integer('status_rank')), count('n')],
        withoutRowid: true,
      }),
  // Handles of many orders in one text each, which a search reads from end to end.
  ...(onPostgres ? [new Table({ name: 'packed_handles', columns: [text('handles')] })] : []),
  // Without a row id SQLite looks each key up once.
  new Table({ name: 'order_owners', columns: [primary(text('owner'))], withoutRowid: true }),
];

/** The triggers that keep those tables, and a trigram index over txids, on SQLite over handles too. */
export async function createOrderSearch(runner: QueryRunner): Promise<void> {
  for (const statement of isPostgres(runner) ? POSTGRES : SQLITE) await runner.query(statement);
}

/** Call when the orders, with their triggers and indexes, are gone. */
export async function dropOrderSearch(runner: QueryRunner): Promise<void> {
  const things = isPostgres(runner)
    ? ['FUNCTION order_changed()', 'FUNCTION handles_with(text, bigint)']
    : ['TABLE order_ids', 'TABLE order_ids_pending', 'TABLE order_ids_indexed'];
  for (const thing of things) await runner.query(`DROP ${thing}`);
}

const IDS = "handle || ' ' || coalesce(txid, '')";

const count = (changes: string) => `INSERT INTO order_counts (status_rank, n) ${changes}
  ON CONFLICT (status_rank) DO UPDATE SET n = order_counts.n + excluded.n`;
const ADD_PENDING = 'INSERT INTO order_ids_pending VALUES (NEW.seq) ON CONFLICT DO NOTHING';

/** The status rank of open orders. */
const OPEN = 0;
const HIGHEST = 'SELECT coalesce(max(seq), 0) FROM orders';

/** FTS5 indexes this many orders together for a fraction of what they cost one by one. */
const INDEX_EVERY = 4000;

const INDEX_IDS = `INSERT OR REPLACE INTO order_ids (rowid, ids)
      SELECT seq, ${IDS} FROM orders WHERE seq > (SELECT up_to FROM order_ids_indexed)
      UNION ALL SELECT seq, ${IDS} FROM orders
        WHERE seq IN (SELECT seq FROM order_ids_pending) AND seq <= (SELECT up_to FROM order_ids_indexed);
    DELETE FROM order_ids_pending;
    UPDATE order_ids_indexed SET up_to = (${HIGHEST})`;

/** With the columns that lists sort by, so that a search of one pair reads no order that is not on its page. */
const BY_TOKENS = 'CREATE INDEX orders_by_tokens ON orders (tokens_id, status_rank, created_at, handle)';

const SQLITE: readonly string[] = [
  BY_TOKENS,
  // Stores no positions, so a match holds the term's trigrams but perhaps not the term: readers check it.
  `CREATE VIRTUAL TABLE order_ids USING fts5(
    ids, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1')`,
  // Merges fewer, larger segments than the default of 4, which costs a quarter less per order.
  "INSERT INTO order_ids (order_ids, rank) VALUES ('automerge', 8)",
  // Fewer, larger pages than the default of 4,050 bytes cost less to write.
  "INSERT INTO order_ids (order_ids, rank) VALUES ('pgsz', 16000)",
  // Later orders are not in order_ids yet.
  'CREATE TABLE order_ids_indexed (up_to INTEGER NOT NULL)',
  'INSERT INTO order_ids_indexed VALUES (0)',
  // Earlier orders that have changed since.
  'CREATE TABLE order_ids_pending (seq INTEGER PRIMARY KEY)',
  // Orders are numbered without gaps and stored open, as a rule: the highest number counts them, so that each insert writes
  // a page less. The counter of open orders is what must be added to that number. The subquery keeps SQLite from reading
  // every order to find the highest.
  `CREATE VIEW order_totals AS SELECT status_rank, n FROM order_counts
    UNION ALL SELECT ${OPEN}, (SELECT max(seq) FROM orders)`,
  'CREATE VIEW known_owners AS SELECT owner FROM order_owners',
  `CREATE TRIGGER order_inserted AFTER INSERT ON orders BEGIN
    INSERT INTO order_owners VALUES (NEW.owner) ON CONFLICT DO NOTHING;
  END`,
  `CREATE TRIGGER ended_order_inserted AFTER INSERT ON orders WHEN NEW.status_rank <> ${OPEN} BEGIN
    ${count(`VALUES (${OPEN}, -1), (NEW.status_rank, 1)`)};
  END`,
  `CREATE TRIGGER order_updated AFTER UPDATE OF status_rank, txid ON orders
    WHEN NEW.status_rank <> OLD.status_rank OR NEW.txid IS NOT OLD.txid BEGIN
    ${count('VALUES (OLD.status_rank, -1), (NEW.status_rank, 1)')};
    ${ADD_PENDING};
  END`,
  // The next order may get the number of the last.
  `CREATE TRIGGER order_deleted AFTER DELETE ON orders BEGIN
    ${count(`VALUES (OLD.status_rank, -1), (${OPEN}, max(0, OLD.seq - (${HIGHEST})))`)};
    INSERT INTO order_ids_pending VALUES (OLD.seq) ON CONFLICT DO NOTHING;
  END`,
  // Many new orders and many changed ones both lead here.
  ...['orders', 'order_ids_pending'].map(
    (table) => `CREATE TRIGGER ${table}_due AFTER INSERT ON ${table} WHEN NEW.seq % ${INDEX_EVERY} = 0 BEGIN
    ${INDEX_IDS};
  END`,
  ),
];

const ADDED = 'SELECT status_rank, 1 AS n FROM added';
const REMOVED = 'SELECT status_rank, -1 AS n FROM removed';
const NO_HANDLE = 'NULL AS owner, NULL AS handle';
/** What a statement adds, by its kind. */
const CHANGES = {
  insert: 'SELECT status_rank, 1 AS n, owner, handle FROM added',
  update: `SELECT status_rank, SUM(n) AS n, ${NO_HANDLE} FROM (${ADDED} UNION ALL ${REMOVED}) AS changed
    GROUP BY status_rank HAVING SUM(n) <> 0`,
  delete: `SELECT status_rank, SUM(n) AS n, ${NO_HANDLE} FROM (${REMOVED}) AS removed GROUP BY status_rank`,
};

/** Rows of order_changes after which they are folded, on average. Every list without a search reads those that are not. */
const FOLD_EVERY = 500;

/** Handles in one text. More of them are quicker to pass over, but slower to look through where one matches. */
const PACK = 20;

/**
 * Appends the changes, or folds them together with those of earlier statements: under a lock that none waits for, so
 * that no two transactions delete the same rows or insert the same owner. A statement of many orders folds its own at
 * once. Appended first and deleted again, a million of them would leave 120 MB of empty pages for every list to read.
 */
const stored = (changes: string) => `
      folds := random() * ${FOLD_EVERY} < (SELECT COUNT(*) FROM (${changes}) AS changes);
      IF folds THEN
        folds := pg_try_advisory_xact_lock('order_changes'::regclass::oid::integer, 0);
      END IF;
      IF folds THEN
        WITH earlier AS (DELETE FROM order_changes RETURNING status_rank, n, owner, handle),
          folded AS (SELECT * FROM earlier UNION ALL ${changes}),
          owners AS (INSERT INTO order_owners (owner) SELECT DISTINCT owner FROM folded WHERE owner IS NOT NULL
            ON CONFLICT DO NOTHING),
          packs AS (INSERT INTO packed_handles (handles) SELECT string_agg(handle, ' ')
            FROM (SELECT handle, row_number() OVER () / ${PACK} AS pack FROM folded WHERE handle IS NOT NULL) AS new
            GROUP BY pack)
        INSERT INTO order_changes (status_rank, n) SELECT status_rank, SUM(n) FROM folded GROUP BY status_rank;
      ELSE
        INSERT INTO order_changes (status_rank, n, owner, handle) ${changes};
      END IF;`;

/** Once per statement, so that one that changes a million orders adds a few rows and folds once. */
const afterEach = (event: string, rows: string) => `CREATE TRIGGER order_${event} AFTER ${event} ON orders
  REFERENCING ${rows} FOR EACH STATEMENT EXECUTE FUNCTION order_changed()`;

const POSTGRES: readonly string[] = [
  BY_TOKENS,
  // The table has no key, whose index each insert would write. A host that replicates it needs to name deleted rows.
  'ALTER TABLE order_changes REPLICA IDENTITY FULL',
  'CREATE VIEW order_totals AS SELECT status_rank, n FROM order_changes',
  `CREATE VIEW known_owners AS SELECT owner FROM order_owners
    UNION ALL SELECT owner FROM order_changes WHERE owner IS NOT NULL`,
  'CREATE EXTENSION IF NOT EXISTS pg_trgm',
  'CREATE INDEX orders_by_txid ON orders USING gin (txid gin_trgm_ops) WHERE txid IS NOT NULL',
  // A function, whose rows the planner does not overestimate: it would read all orders instead of the few with these handles.
  // For the same reason it would not read the packs in parallel.
  `CREATE FUNCTION handles_with(term text, at_most bigint) RETURNS SETOF text LANGUAGE plpgsql STABLE ROWS 100
  SET parallel_setup_cost = 0 SET parallel_tuple_cost = 0 AS $$
  BEGIN
    RETURN QUERY SELECT found.handle FROM (
      SELECT each.handle FROM packed_handles, string_to_table(handles, ' ') AS each (handle)
        WHERE strpos(handles, term) > 0 AND strpos(each.handle, term) > 0
      UNION ALL SELECT changes.handle FROM order_changes AS changes WHERE strpos(changes.handle, term) > 0) AS found
      LIMIT at_most;
  END $$`,
  `CREATE FUNCTION order_changed() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE folds boolean;
  BEGIN
    IF TG_OP = 'INSERT' THEN${stored(CHANGES.insert)}
    ELSIF TG_OP = 'UPDATE' THEN${stored(CHANGES.update)}
    ELSE${stored(CHANGES.delete)}
    END IF;
    RETURN NULL;
  END $$`,
  afterEach('INSERT', 'NEW TABLE AS added'),
  afterEach('UPDATE', 'NEW TABLE AS added OLD TABLE AS removed'),
  afterEach('DELETE', 'OLD TABLE AS removed'),
];
