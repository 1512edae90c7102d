import { isDeepStrictEqual } from 'node:util';
import { unwrap } from '../../src/domain/shared/result.js';
import { OrderBook } from './order-book.js';
import type { NewOrderDatabase, OrderDatabase } from './order-databases.js';
import { loadOrders } from './order-load.js';

/** A multiple of what the text index of SQLite catches up by, so that it is up to date in both. */
const SIZE = 2_000;

const TOKENS = 'input_token, output_token, condition_token';
const COUNTS = ['n0', 'n1', 'n2', 'n3', 'n4'];

/** Everything that stands for the orders in one database, without the numbers that name rows. */
const SHARED = {
  orders: `SELECT o.uuid, o.owner, o.amount_in, o.status, o.status_rank, o.created_at, o.version, o.txid,
    o.client_order_id, o.strategy_id, o.terms, o.progress, t.input_token, t.output_token, t.condition_token
    FROM orders o JOIN order_tokens t ON t.id = o.tokens_id ORDER BY o.uuid`,
  tokens: `SELECT ${TOKENS}, text FROM order_tokens ORDER BY ${TOKENS}`,
  owners: 'SELECT owner FROM order_owners ORDER BY owner',
  counts: `SELECT ${TOKENS}, ${COUNTS.map((n) => `SUM(${n}) AS ${n}`).join(', ')} FROM order_counts
    LEFT JOIN order_tokens ON id = tokens_id GROUP BY ${TOKENS} ORDER BY ${TOKENS}`,
};
const OWN = {
  SQLite: {
    schema: 'SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name',
    'trigrams of ids': 'SELECT term, doc FROM temp.id_trigrams ORDER BY term',
    'trigrams of owners': 'SELECT term, doc FROM temp.owner_trigrams ORDER BY term',
    'orders behind the index': `SELECT COUNT(*) AS n FROM orders, order_ids_progress WHERE seq > indexed_to
      UNION ALL SELECT COUNT(*) FROM order_ids_waiting`,
  },
  Postgres: {
    indexes: "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY indexdef",
    triggers: 'SELECT pg_get_triggerdef(oid) AS d FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgname',
  },
};

/** Throws unless loading orders leaves the very state that placing them one by one leaves. */
export async function checkLoading(create: () => Promise<NewOrderDatabase>): Promise<void> {
  const book = new OrderBook(SIZE);
  const loaded = await stateAfter(create, async ({ loader, open }) => {
    await loadOrders(book, [loader]);
    return open();
  });
  const placed = await stateAfter(create, async ({ loader, open }) => {
    await loader.end();
    const database = await open();
    for (let n = 0; n < SIZE; n++) unwrap(await database.storage.ports.orders.insert(book.order(n)));
    return database;
  });
  const differing = Object.keys(placed).filter((what) => !isDeepStrictEqual(loaded[what], placed[what]));
  if (differing.length > 0) throw new Error(`loading differs from placing: ${differing.join(', ')}`);
}

async function stateAfter(
  create: () => Promise<NewOrderDatabase>,
  fill: (fresh: NewOrderDatabase) => Promise<OrderDatabase>,
): Promise<Record<string, unknown>> {
  const database = await fill(await create());
  try {
    const state: Record<string, unknown> = {};
    for (const [what, query] of Object.entries({ ...SHARED, ...OWN[database.name] }))
      state[what] = await database.rows(query, []);
    return state;
  } finally {
    await database.close();
  }
}
