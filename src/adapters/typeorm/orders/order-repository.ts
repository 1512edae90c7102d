import { conditionFields } from '../../../domain/order/conditions/conditions.js';
import type { OrderUuid } from '../../../domain/order/ids.js';
import { type Order, positionOf } from '../../../domain/order/order.js';
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
import type { Session } from '../database/database.js';
import { requeue } from '../execution-queue/execution-queue-row.js';
import { listRows, scopeOf } from './order-list.js';
import { fromRow, toProgress, toRow } from './order-row.js';
import { SearchCache } from './order-search-cache.js';
import { OrderTable, type OrderRow } from './order-table.js';
import type { Queries } from '../database/queries.js';
import { allOf, sql } from '../database/sql.js';

const STREAM_PAGE = 500;

const COLUMNS = Object.keys(OrderTable.options.columns) as (keyof OrderRow)[];
const VALUES = COLUMNS.map((column) => `CAST(? AS ${String(OrderTable.options.columns[column]?.type)})`);
/** Stores nothing if the uuid is taken, or if the order is the first of its three tokens. */
const INSERT = `
  INSERT INTO orders (${COLUMNS.join(', ')}, tokens_id) SELECT ${VALUES.join(', ')}, id
  FROM order_tokens WHERE input_token = ? AND output_token = ? AND condition_token = ? ON CONFLICT (uuid) DO NOTHING`;
const INSERT_TOKENS = `
  INSERT INTO order_tokens (input_token, output_token, condition_token) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`;
const UPDATE =
  'UPDATE orders SET status = ?, status_rank = ?, version = ?, txid = ?, progress = ? WHERE uuid = ? AND version = ?';
const FIND = 'SELECT * FROM orders WHERE uuid = ?';
const FIND_LIVE =
  "SELECT * FROM orders WHERE owner = ? AND client_order_id = ? AND status IN ('open', 'broadcasted') LIMIT 1";
const FIND_NEWEST =
  'SELECT * FROM orders WHERE owner = ? AND client_order_id = ? ORDER BY created_at DESC, uuid DESC LIMIT 1';

export class TypeOrmOrderRepository implements OrderRepository {
  private searches: SearchCache | undefined;

  constructor(private readonly session: Session) {}

  async insert(order: Order): Promise<Result<void, AlreadyExists>> {
    const row = toRow(order);
    const { inputToken, outputToken, trigger } = order.terms;
    const tokens = [
      inputToken,
      outputToken,
      trigger === undefined ? '' : conditionFields(trigger).conditionToken,
    ];
    const values = [...COLUMNS.map((column) => row[column]), ...tokens];
    const insert = async (queries: Queries) => (await queries.execute(INSERT, values)) === 1;
    const stored = await this.session.write(async (queries) => {
      if (!(await insert(queries))) {
        await queries.execute(INSERT_TOKENS, tokens);
        if (!(await insert(queries))) return false;
      }
      await requeue(queries, order);
      return true;
    });
    return stored ? ok() : err({ kind: 'already-exists' });
  }

  async update<T extends Order>(order: T): Promise<Result<T, StaleVersion>> {
    const next = { ...order, version: order.version + 1 };
    const { status, status_rank, version, txid, progress } = toProgress(next);
    const values = [status, status_rank, version, txid, progress, order.terms.uuid, order.version];
    const changed = await this.session.write(async (queries) => {
      const rows = await queries.execute(UPDATE, values);
      if (rows === 1) await requeue(queries, next);
      return rows;
    });
    return changed === 1 ? ok(next) : err({ kind: 'stale-version' });
  }

  findById(uuid: OrderUuid): Promise<Order | undefined> {
    return this.findOne(FIND, [uuid]);
  }

  findLiveByClientOrderId(owner: Address, clientOrderId: string): Promise<Order | undefined> {
    return this.findOne(FIND_LIVE, [owner, clientOrderId]);
  }

  findNewestByClientOrderId(owner: Address, clientOrderId: string): Promise<Order | undefined> {
    return this.findOne(FIND_NEWEST, [owner, clientOrderId]);
  }

  listByStrategy(owner: Address, strategyId: string): Promise<readonly Order[]> {
    return this.session.read(async (queries) => {
      const rows = await queries
        .from(OrderTable)
        .where('row.owner = :owner AND row.strategy_id = :strategyId', { owner, strategyId })
        .orderBy('row.uuid')
        .getMany();
      return rows.map(fromRow);
    });
  }

  async listPage(query: OrderQuery): Promise<OrderPage> {
    // Units of work have repositories of their own, few of which search.
    const searches = (this.searches ??= new SearchCache());
    const { rows, total } = await this.session.read((queries) => listRows(queries, query, searches));
    const orders = rows.slice(0, query.limit).map(fromRow);
    const last = rows.length > query.limit ? orders.at(-1) : undefined;
    return { orders, total, ...(last && { next: positionOf(last) }) };
  }

  async *stream(scope: OrderScope = {}): AsyncIterable<Order> {
    let last: OrderRow | undefined;
    do {
      const rows = await this.pageAfter(last, scope);
      yield* rows.map(fromRow);
      last = rows.length === STREAM_PAGE ? rows.at(-1) : undefined;
    } while (last !== undefined);
  }

  private pageAfter(last: OrderRow | undefined, scope: OrderScope): Promise<OrderRow[]> {
    const behind = last && sql`(created_at, uuid) > (${last.created_at}, ${last.uuid})`;
    const page = sql`
      SELECT * FROM orders WHERE ${allOf([...scopeOf(scope), behind])} ORDER BY created_at, uuid LIMIT ${STREAM_PAGE}`;
    return this.session.read((queries) => queries.select<OrderRow>(page));
  }

  private async findOne(sql: string, parameters: readonly string[]): Promise<Order | undefined> {
    const [row] = await this.session.read((queries) => queries.rows<OrderRow>(sql, parameters));
    return row && fromRow(row);
  }
}
