import { ORDER_STATUSES, type OrderStatus } from '../../domain/order/order.js';
import type { Ports } from '../../ports/index.js';

/** The number of orders in each status. */
export type CountOrders = () => Promise<Readonly<Record<OrderStatus, number>>>;

export const makeCountOrders = ({ orders }: Pick<Ports, 'orders'>): CountOrders => {
  const count = async (status: OrderStatus): Promise<[OrderStatus, number]> => {
    const { total } = await orders.listPage({
      statuses: [status],
      sortBy: 'createdAt',
      sortOrder: 'desc',
      offset: 0,
      limit: 1,
    });
    return [status, total];
  };
  return async () =>
    Object.fromEntries(await Promise.all(ORDER_STATUSES.map(count))) as Record<OrderStatus, number>;
};
