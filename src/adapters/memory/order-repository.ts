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
import type { Session } from './tables.js';

export class InMemoryOrderRepository implements OrderRepository {
  constructor(private readonly session: Session) {}

  insert(order: Order): Promise<Result<void, AlreadyExists>> {
    const copy = structuredClone(order);
    const { uuid, owner, clientOrderId } = copy.terms;
    return this.session.write(({ orders, clientOrderIds }) => {
      if (orders.get(uuid) !== undefined) return err({ kind: 'already-exists' });
      orders.set(uuid, copy);
      if (clientOrderId !== undefined) {
        const key = clientKey(owner, clientOrderId);
        clientOrderIds.set(key, [...(clientOrderIds.get(key) ?? []), uuid]);
      }
      return ok();
    });
  }

  update<T extends Order>(order: T): Promise<Result<T, StaleVersion>> {
    const next = { ...structuredClone(order), version: order.version + 1 };
    return this.session.write(({ orders }) => {
      if (orders.get(next.terms.uuid)?.version !== order.version) return err({ kind: 'stale-version' });
      orders.set(next.terms.uuid, next);
      return ok(structuredClone(next));
    });
  }

  findById(uuid: OrderUuid): Promise<Order | undefined> {
    return this.session.read(({ orders }) => structuredClone(orders.get(uuid)));
  }

  findLiveByClientOrderId(owner: Address, clientOrderId: string): Promise<Order | undefined> {
    return this.session.read(({ orders, clientOrderIds }) => {
      const uuids = clientOrderIds.get(clientKey(owner, clientOrderId)) ?? [];
      const named = uuids.map((uuid) => orders.get(uuid));
      return structuredClone(named.find((order) => order !== undefined && isLive(order)));
    });
  }

  async listByStrategy(owner: Address, strategyId: string): Promise<readonly Order[]> {
    const found = await this.all(
      ({ terms }) => terms.owner === owner && terms.strategy.strategyId === strategyId,
    );
    return structuredClone(found.sort(byUuid));
  }

  async listPage({ owner, statuses, sortBy, sortOrder, offset, limit }: OrderQuery): Promise<OrderPage> {
    const found = await this.all(
      ({ terms, status }) =>
        (owner === undefined || terms.owner === owner) &&
        (statuses === undefined || statuses.includes(status)),
    );
    found.sort(sortBy === 'status' ? byStatus : byCreation);
    if (sortOrder === 'desc') found.reverse();
    return { orders: structuredClone(found.slice(offset, offset + limit)), total: found.length };
  }

  async *stream(owner?: Address): AsyncIterable<Order> {
    const found = await this.all(({ terms }) => owner === undefined || terms.owner === owner);
    for (const order of found.sort(byCreation)) yield structuredClone(order);
  }

  private all(matches: (order: Order) => boolean): Promise<Order[]> {
    return this.session.read(({ orders }) => [...orders.values()].filter(matches));
  }
}

const clientKey = (owner: Address, clientOrderId: string) => `${owner} ${clientOrderId}`;

const isLive = ({ status }: Order) => status === 'open' || status === 'broadcasted';

const byUuid = (a: Order, b: Order) => (a.terms.uuid < b.terms.uuid ? -1 : 1);

const byCreation = (a: Order, b: Order) => a.createdAt.getTime() - b.createdAt.getTime() || byUuid(a, b);

const byStatus = (a: Order, b: Order) =>
  ORDER_STATUSES.indexOf(a.status) - ORDER_STATUSES.indexOf(b.status) || byCreation(a, b);
