import { conditionFields } from '../../../domain/order/conditions/conditions.js';
import type { OrderHandle, OrderUuid } from '../../../domain/order/ids.js';
import { type OpenOrder, type Order, positionOf } from '../../../domain/order/order.js';
import type { Address } from '../../../domain/shared/address.js';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import type {
  AlreadyExists,
  OrderPage,
  OrderQuery,
  OrderRepository,
  OrderScope,
  StaleVersion,
} from '../../../ports/order-repository.js';
import {
  allOf,
  columnsOf,
  plain,
  prepared,
  recordColumnsOf,
  sql,
  type Queries,
  type Session,
  type Sql,
} from '../database/index.js';
import { enqueue, requeue, requeueAnew } from '../execution-queue/index.js';
import { listRows, type RowPage } from './order-list.js';
import { fromRow, toProgress, toRow, type OrderProgress } from './order-row.js';
import { scopeOf } from './order-scope.js';
import { searchRows } from './order-search.js';
import { OrderTable, type OrderRow } from './order-table.js';

/** All columns, listed because `SELECT *` must not be prepared. */
const COLUMNS = columnsOf(OrderTable.options.columns);

/** Maximum number of orders on a stream's page. */
const STREAM_PAGE = 500;
/** Bytes of JSON columns on a stream's page, which stays in memory if a caller stops reading. The last order may exceed the limit. */
const STREAM_PAGE_BYTES = 256 * 1024;
/** Bytes of a stream's first page. It is small because, of many simultaneous lists, most are refused after their first page. */
const FIRST_PAGE_BYTES = 64 * 1024;

/** Row of an order, and its condition's token; empty if it has none. */
interface NewRow {
  readonly row: OrderRow;
  readonly condition_token: string;
}

/**
 * Inserts orders, and selects the uuids of those that were stored: not of an order whose uuid is taken, or that is the first with its
 * three tokens. They are inserted in the order of their uuids, so that two transactions never wait for each other's.
 */
const insertRows = (queries: Queries, added: readonly NewRow[]) => {
  const columns = added[0]!.row;
  const records = added.map(({ row, condition_token }) => ({ ...row, condition_token }));
  const insert = (rows: Sql) => sql`
    INSERT INTO orders (${columnsOf(columns)}, tokens_id)
    SELECT ${recordColumnsOf(columns)}, tokens.id FROM ${rows}, order_tokens tokens
    WHERE tokens.input_token = r.input_token AND tokens.output_token = r.output_token
      AND tokens.condition_token = r.condition_token
    ORDER BY r.uuid ON CONFLICT (uuid) DO NOTHING RETURNING uuid`;
  return queries.store(records, insert);
};

const insertTokens = ({ dialect }: Queries, added: readonly NewRow[]) => {
  const tokens = added.map(({ row: { input_token, output_token }, condition_token }) => ({
    input_token,
    output_token,
    condition_token,
  }));
  return sql`
    INSERT INTO order_tokens (input_token, output_token, condition_token)
    SELECT r.input_token, r.output_token, r.condition_token FROM ${dialect.records(tokens)} WHERE true
    ORDER BY r.input_token, r.output_token, r.condition_token ON CONFLICT DO NOTHING`;
};

/** Row of an order that was changed, with the version that it had before. */
interface ChangedRow extends OrderProgress {
  readonly uuid: OrderUuid;
  readonly known: number;
}

/** Updates the orders whose stored version is known, and selects their uuids. */
const updateRows = ({ dialect }: Queries, changed: readonly ChangedRow[]) => sql`
  UPDATE orders SET status = r.status, status_rank = r.status_rank, version = r.version, txid = r.txid,
    executed_in = r.executed_in, executed_out = r.executed_out, progress = r.progress
  FROM ${dialect.records(changed)} WHERE orders.uuid = r.uuid AND orders.version = r.known RETURNING orders.uuid`;

const amendRow = ({ row, condition_token }: NewRow, known: number) => sql`
  UPDATE orders SET version = ${row.version}, progress = ${row.progress}, terms = ${row.terms}, bytes = ${row.bytes},
    plan_run = ${row.plan_run}, tokens_id = (
      SELECT id FROM order_tokens WHERE input_token = ${row.input_token} AND output_token = ${row.output_token}
        AND condition_token = ${condition_token})
  WHERE uuid = ${row.uuid} AND version = ${known}`;

export class TypeOrmOrderRepository implements OrderRepository {
  constructor(private readonly session: Session) {}

  async insert(order: Order): Promise<Result<void, AlreadyExists>> {
    const stored = await this.insertMany([order]);
    return stored.size === 1 ? ok() : err({ kind: 'already-exists' });
  }

  async insertMany(orders: readonly Order[]): Promise<ReadonlySet<OrderUuid>> {
    const stored = new Set<OrderUuid>();
    if (orders.length === 0) return stored;
    const rows = orders.map(newRow);
    await this.session.write(async (queries) => {
      const insert = async (added: readonly NewRow[]) => {
        const { records } = await insertRows(queries, added);
        for (const { uuid } of records as Pick<OrderRow, 'uuid'>[]) stored.add(uuid as OrderUuid);
      };
      await insert(rows);
      if (stored.size < rows.length) {
        const left = rows.filter(({ row }) => !stored.has(row.uuid as OrderUuid));
        await queries.execute(insertTokens(queries, left));
        await insert(left);
      }
      await enqueue(
        queries,
        orders.filter(({ terms }) => stored.has(terms.uuid)),
      );
    });
    return stored;
  }

  async update<T extends Order>(order: T): Promise<Result<T, StaleVersion>> {
    const next = { ...order, version: order.version + 1 };
    const updated = await this.updateMany([order]);
    return updated.size === 1 ? ok(next) : err({ kind: 'stale-version' });
  }

  async updateMany(orders: readonly Order[]): Promise<ReadonlySet<OrderUuid>> {
    const updated = new Set<OrderUuid>();
    if (orders.length === 0) return updated;
    const next = orders.map((order) => ({ ...order, version: order.version + 1 }));
    const rows = next.map((order) => ({
      uuid: order.terms.uuid,
      known: order.version - 1,
      ...toProgress(order),
    }));
    await this.session.write(async (queries) => {
      const changed = await queries.select<Pick<ChangedRow, 'uuid'>>(prepared(updateRows(queries, rows)));
      for (const { uuid } of changed) updated.add(uuid);
      await requeue(
        queries,
        next.filter(({ terms }) => updated.has(terms.uuid)),
      );
    });
    return updated;
  }

  async amend(order: OpenOrder): Promise<Result<OpenOrder, StaleVersion>> {
    const next = { ...order, version: order.version + 1 };
    const added = newRow(next);
    const changed = await this.session.write(async (queries) => {
      await queries.execute(insertTokens(queries, [added]));
      const rows = await queries.execute(amendRow(added, order.version));
      if (rows === 1) await requeueAnew(queries, next);
      return rows;
    });
    return changed === 1 ? ok(next) : err({ kind: 'stale-version' });
  }

  findById(uuid: OrderUuid): Promise<Order | undefined> {
    return this.findOne(sql`SELECT * FROM orders WHERE uuid = ${uuid}`);
  }

  async findMany(uuids: readonly OrderUuid[]): Promise<readonly Order[]> {
    const rows = await this.session.read((queries) =>
      queries.select<OrderRow>(
        prepared(sql`SELECT ${COLUMNS} FROM orders WHERE ${queries.dialect.oneOf(plain('uuid'), uuids)}`),
      ),
    );
    return rows.map(fromRow);
  }

  findByHandle(handle: OrderHandle): Promise<Order | undefined> {
    return this.findOne(sql`SELECT * FROM orders WHERE handle = ${handle}`);
  }

  findLiveByClientOrderId(owner: Address, clientOrderId: string): Promise<Order | undefined> {
    return this.findOne(sql`
      SELECT * FROM orders
      WHERE owner = ${owner} AND client_order_id = ${clientOrderId} AND status IN ('open', 'broadcasted') LIMIT 1`);
  }

  findNewestByClientOrderId(owner: Address, clientOrderId: string): Promise<Order | undefined> {
    return this.findOne(sql`
      SELECT * FROM orders WHERE owner = ${owner} AND client_order_id = ${clientOrderId}
      ORDER BY created_at DESC, handle DESC LIMIT 1`);
  }

  listByStrategy(owner: Address, strategyId: string): Promise<readonly Order[]> {
    return this.list(sql`owner = ${owner} AND strategy_id = ${strategyId}`);
  }

  listUncancelledByStrategy(owner: Address, strategyId: string): Promise<readonly Order[]> {
    return this.list(sql`owner = ${owner} AND strategy_id = ${strategyId} AND status <> 'cancelled'`);
  }

  async listPage(query: OrderQuery): Promise<OrderPage> {
    const { rows, ...totals } = await this.readRows(query);
    const orders = rows.slice(0, query.limit).map(fromRow);
    const last = rows.length > query.limit ? orders.at(-1) : undefined;
    return { orders, ...totals, ...(last && { next: positionOf(last) }) };
  }

  async *stream(scope: OrderScope = {}): AsyncIterable<Order> {
    for (let rows = await this.pageAfter(undefined, scope); rows.length > 0;) {
      for (const row of rows) yield fromRow(row);
      rows = await this.pageAfter(rows.at(-1), scope);
    }
  }

  private readRows(query: OrderQuery): Promise<RowPage> {
    const read = (queries: Queries) => readPage(queries, query);
    if (isShort(query)) return this.session.read(read);
    return this.session.scan(query.search === undefined ? 'list' : 'search', read, ofOwner(query));
  }

  private pageAfter(last: OrderRow | undefined, scope: OrderScope): Promise<OrderRow[]> {
    const behind = last && sql`(created_at, handle) > (${last.created_at}, ${last.handle})`;
    const bytes = last === undefined ? FIRST_PAGE_BYTES : STREAM_PAGE_BYTES;
    const read = (queries: Queries) => {
      const where = allOf([...scopeOf(queries.dialect, scope), behind]);
      const sized = sql`
        SELECT created_at, handle, octet_length(terms) + octet_length(progress) AS size FROM orders
        WHERE ${where} ORDER BY created_at, handle LIMIT ${STREAM_PAGE}`;
      const summed = sql`
        SELECT created_at, handle, SUM(size) OVER (ORDER BY created_at, handle) - size AS before FROM (${sized}) sized`;
      return queries.select<OrderRow>(sql`
        SELECT * FROM orders WHERE ${where} AND (created_at, handle) <= (
          SELECT created_at, handle FROM (${summed}) summed WHERE before < ${bytes}
          ORDER BY created_at DESC, handle DESC LIMIT 1)
        ORDER BY created_at, handle LIMIT ${STREAM_PAGE}`);
    };
    return this.session.scan('list', read, ofOwner(scope));
  }

  private async list(where: Sql): Promise<readonly Order[]> {
    const rows = await this.session.select<OrderRow>(sql`SELECT * FROM orders WHERE ${where} ORDER BY uuid`);
    return rows.map(fromRow);
  }

  private async findOne(query: Sql): Promise<Order | undefined> {
    const [row] = await this.session.select<OrderRow>(query);
    return row && fromRow(row);
  }
}

const newRow = (order: Order): NewRow => {
  const { trigger } = order.terms;
  return {
    row: toRow(order),
    condition_token: trigger === undefined ? '' : conditionFields(trigger).conditionToken,
  };
};

const ofOwner = ({ owner }: OrderScope): Sql | undefined =>
  owner && sql`SELECT 1 FROM orders WHERE owner = ${owner}`;

/** Maximum offset plus limit of a page that is a short read. */
const FEW = 1_000;

/** Whether the page is quick to read however much is stored: the query names the orders, or a stored total counts them. */
function isShort({ search, owner, handles, offset, limit, ...rest }: OrderQuery): boolean {
  if (handles !== undefined) return true;
  if (search !== undefined || owner !== undefined || offset + limit > FEW) return false;
  const { strategyId, inputToken, outputToken, token, pair, from, to, txid } = rest;
  return [strategyId, inputToken, outputToken, token, pair, from, to, txid].every(
    (field) => field === undefined,
  );
}

function readPage(queries: Queries, query: OrderQuery): Promise<RowPage> {
  const { search, statuses } = query;
  if (statuses?.length === 0) return Promise.resolve({ rows: [], total: 0 });
  return search === undefined ? listRows(queries, query) : searchRows(queries, { ...query, search });
}
