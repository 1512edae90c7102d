import type { OrderUuid } from '../../domain/order/ids.js';
import { ORDER_STATUSES, type Order } from '../../domain/order/order.js';
import type { Address } from '../../domain/shared/address.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type {
  AlreadyExists,
  OrderPage,
  OrderQuery,
  OrderRepository,
  StaleVersion,
} from '../../ports/order-repository.js';
import type { Session } from './database.js';
import { fromRow, toProgress, toRow } from './order-row.js';
import { OrderTable, type OrderRow } from './order-table.js';
import { insertInto } from './queries.js';

const STREAM_PAGE = 500;

const INSERT = insertInto(OrderTable, 'uuid');
const UPDATE =
  'UPDATE orders SET status = ?, status_rank = ?, version = ?, txid = ?, progress = ? WHERE uuid = ? AND version = ?';
const FIND = 'SELECT * FROM orders WHERE uuid = ?';
const FIND_LIVE =
  "SELECT * FROM orders WHERE owner = ? AND client_order_id = ? AND status IN ('open', 'broadcasted') LIMIT 1";

export class TypeOrmOrderRepository implements OrderRepository {
  constructor(private readonly session: Session) {}

  async insert(order: Order): Promise<Result<void, AlreadyExists>> {
    const row = toRow(order);
    const stored = await this.session.write((queries) => queries.insert(INSERT, row));
    return stored ? ok() : err({ kind: 'already-exists' });
  }

  async update<T extends Order>(order: T): Promise<Result<T, StaleVersion>> {
    const next = { ...order, version: order.version + 1 };
    const { status, status_rank, version, txid, progress } = toProgress(next);
    const values = [status, status_rank, version, txid, progress, order.terms.uuid, order.version];
    const changed = await this.session.write((queries) => queries.execute(UPDATE, values));
    return changed === 1 ? ok(next) : err({ kind: 'stale-version' });
  }

  findById(uuid: OrderUuid): Promise<Order | undefined> {
    return this.findOne(FIND, [uuid]);
  }

  findLiveByClientOrderId(owner: Address, clientOrderId: string): Promise<Order | undefined> {
    return this.findOne(FIND_LIVE, [owner, clientOrderId]);
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

  listPage({ owner, statuses, sortBy, sortOrder, offset, limit }: OrderQuery): Promise<OrderPage> {
    return this.session.read(async (queries) => {
      const matching = queries.from(OrderTable);
      if (owner !== undefined) matching.andWhere('row.owner = :owner', { owner });
      if (statuses !== undefined) {
        const ranks = statuses.map((status) => ORDER_STATUSES.indexOf(status));
        matching.andWhere(ranks.length > 0 ? 'row.status_rank IN (:...ranks)' : '1 = 0', { ranks });
      }
      const count = await matching
        .clone()
        .select('COUNT(*)', 'total')
        .getRawOne<{ total: number | string }>();
      const direction = sortOrder === 'asc' ? 'ASC' : 'DESC';
      if (sortBy === 'status') matching.addOrderBy('row.status_rank', direction);
      const rows = await matching
        .addOrderBy('row.created_at', direction)
        .addOrderBy('row.uuid', direction)
        .offset(offset)
        .limit(limit)
        .getMany();
      return { orders: rows.map(fromRow), total: Number(count?.total) };
    });
  }

  async *stream(owner?: Address): AsyncIterable<Order> {
    let last: OrderRow | undefined;
    do {
      const rows = await this.pageAfter(last, owner);
      yield* rows.map(fromRow);
      last = rows.length === STREAM_PAGE ? rows.at(-1) : undefined;
    } while (last !== undefined);
  }

  private pageAfter(last: OrderRow | undefined, owner: Address | undefined): Promise<OrderRow[]> {
    return this.session.read((queries) => {
      const page = queries.from(OrderTable);
      if (owner !== undefined) page.andWhere('row.owner = :owner', { owner });
      if (last !== undefined) page.andWhere('(row.created_at, row.uuid) > (:created_at, :uuid)', last);
      return page.orderBy('row.created_at').addOrderBy('row.uuid').limit(STREAM_PAGE).getMany();
    });
  }

  private async findOne(sql: string, parameters: readonly string[]): Promise<Order | undefined> {
    const [row] = await this.session.read((queries) => queries.rows<OrderRow>(sql, parameters));
    return row && fromRow(row);
  }
}
