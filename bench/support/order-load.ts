import Sqlite from 'better-sqlite3';
import type pg from 'pg';
import {
  rowFor,
  storedKey,
  storedLevel,
} from '../../src/adapters/typeorm/execution-queue/execution-queue-row.js';
import { openStorage } from '../../src/adapters/typeorm/index.js';
import { toRow } from '../../src/adapters/typeorm/orders/order-row.js';
import { OrderTable } from '../../src/adapters/typeorm/orders/order-table.js';
import { conditionFields, levelOf } from '../../src/domain/order/conditions/conditions.js';
import type { Order } from '../../src/domain/order/order.js';
import type { OrderBook } from './order-book.js';

const CHUNK = 5_000;
const CACHE_KB = 400_000;

/** Fills the tables with the triggers in place, but without the indexes of `orders`, which are rebuilt at the end. */
export interface OrderLoader {
  add(orders: readonly Order[]): Promise<void>;
  end(): Promise<void>;
}

/** Builds each order once and passes it to every loader; loaders may still store some while the next are built. */
export async function loadOrders(
  book: Pick<OrderBook, 'size' | 'order'>,
  loaders: readonly OrderLoader[],
): Promise<void> {
  let adding: Promise<unknown> = Promise.resolve();
  for (let n = 0; n < book.size; n += CHUNK) {
    const count = Math.min(CHUNK, book.size - n);
    const orders = Array.from({ length: count }, (_, i) => book.order(n + i));
    await adding;
    adding = Promise.all(loaders.map((loader) => loader.add(orders)));
  }
  await adding;
  await Promise.all(loaders.map((loader) => loader.end()));
}

const COLUMNS = Object.keys(OrderTable.options.columns).join(', ');
const TOKENS = 'input_token, output_token, condition_token';
const PAIR = 'condition_token, base_asset';
const INTEGERS = ['status_rank', 'version', 'bytes', 'state', 'side'];
const QUEUED = 'uuid, level, state, due_at, expires_at, wake_at';

const LOWEST_LEVELS = `INSERT INTO watched_levels (watch, level)
  SELECT watch, MIN(level) FROM order_queue WHERE watch IS NOT NULL GROUP BY watch`;

const tokensRow = (order: Order) => ({
  ...toRow(order),
  condition_token:
    order.terms.trigger === undefined ? '' : conditionFields(order.terms.trigger).conditionToken,
});

/** Rows of the execution queue for the open orders, each with its trigger key. */
const queueRows = (orders: readonly Order[]) =>
  orders.flatMap((order) => {
    if (order.status !== 'open') return [];
    const { trigger } = order.terms;
    const place = trigger && levelOf(trigger);
    return [
      {
        ...rowFor(order, place === undefined ? null : storedLevel(place.level)),
        condition_token: place?.conditionToken ?? null,
        base_asset: place?.baseAsset ?? null,
        side: place === undefined ? null : storedKey(0, place.direction),
      },
    ];
  });

export async function sqliteLoader(path: string): Promise<OrderLoader> {
  await (await openStorage(`sqlite:${path}`)).close();
  const db = new Sqlite(path);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = OFF');
  db.pragma(`cache_size = -${CACHE_KB}`);
  const indexes = db
    .prepare(
      "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'orders' AND sql IS NOT NULL",
    )
    .all() as { name: string; sql: string }[];
  for (const { name } of indexes) db.exec(`DROP INDEX ${name}`);
  const given = (columns: string) => columns.replace(/\w+/g, (name) => `@${name}`);
  const insertOrders = [
    db.prepare(`INSERT INTO order_tokens (${TOKENS}) VALUES (${given(TOKENS)}) ON CONFLICT DO NOTHING`),
    db.prepare(`INSERT INTO orders (${COLUMNS}, tokens_id) SELECT ${given(COLUMNS)}, id
      FROM order_tokens WHERE (${TOKENS}) = (${given(TOKENS)})`),
  ];
  const insertQueued = [
    db.prepare(
      `INSERT INTO watched_pairs (${PAIR}) SELECT ${given(PAIR)} WHERE @side IS NOT NULL ON CONFLICT DO NOTHING`,
    ),
    db.prepare(`INSERT INTO order_queue (${QUEUED}, watch) VALUES (${given(QUEUED)},
      (SELECT 2 * id + @side FROM watched_pairs WHERE (${PAIR}) = (${given(PAIR)})))`),
  ];
  const insertAll = db.transaction((orders: readonly Order[]) => {
    for (const row of orders.map(tokensRow)) for (const insert of insertOrders) insert.run(row);
    for (const row of queueRows(orders)) for (const insert of insertQueued) insert.run(row);
  });
  return {
    add: async (orders) => insertAll(orders),
    end: async () => {
      for (const { sql } of indexes) db.exec(sql);
      db.exec(LOWEST_LEVELS);
      db.close();
    },
  };
}

export async function postgresLoader(url: string, client: pg.Client): Promise<OrderLoader> {
  await (await openStorage(url)).close();
  const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
    "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'orders' AND indexdef NOT LIKE '%UNIQUE%'",
  );
  for (const { indexname } of indexes) await client.query(`DROP INDEX ${indexname}`);
  const of = (alias: string, columns: string) => columns.replace(/\w+/g, `${alias}.$&`);
  const typed = (columns: string) =>
    columns.replace(/\w+/g, (name) => `${name} ${INTEGERS.includes(name) ? 'integer' : 'text'}`);
  const given = `json_to_recordset($1) AS o (${typed(`${COLUMNS}, condition_token`)})`;
  const insertOrders = [
    `INSERT INTO order_tokens (${TOKENS}) SELECT DISTINCT ${TOKENS} FROM ${given} ON CONFLICT DO NOTHING`,
    `INSERT INTO orders (${COLUMNS}, tokens_id) SELECT ${of('o', COLUMNS)}, k.id
      FROM ${given} JOIN order_tokens k ON (${of('k', TOKENS)}) = (${of('o', TOKENS)})`,
  ];
  const queued = `json_to_recordset($1) AS q (${typed(`${QUEUED}, side, ${PAIR}`)})`;
  const insertQueued = [
    `INSERT INTO watched_pairs (${PAIR}) SELECT DISTINCT ${PAIR} FROM ${queued} WHERE side IS NOT NULL
      ON CONFLICT DO NOTHING`,
    `INSERT INTO order_queue (${QUEUED}, watch) SELECT ${of('q', QUEUED)}, 2 * w.id + q.side
      FROM ${queued} LEFT JOIN watched_pairs w ON (${of('w', PAIR)}) = (${of('q', PAIR)})`,
  ];
  return {
    add: async (orders) => {
      const rows = JSON.stringify(orders.map(tokensRow));
      for (const insert of insertOrders) await client.query(insert, [rows]);
      const waiting = JSON.stringify(queueRows(orders));
      for (const insert of insertQueued) await client.query(insert, [waiting]);
    },
    end: async () => {
      for (const { indexdef } of indexes) await client.query(indexdef);
      await client.query(LOWEST_LEVELS);
    },
  };
}
