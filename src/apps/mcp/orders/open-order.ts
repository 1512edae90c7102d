import { defined } from '../../../domain/shared/fields.js';
import { ClientError, type Client, type Order } from '../../../sdk/client/index.js';
import { badArgument, ToolError } from '../tool.js';

/** The open order that an argument names by its uuid or handle. @throws ToolError for any other order, or none. */
export async function openOrder(client: Client, id: unknown, field: string): Promise<Order> {
  if (typeof id !== 'string' || !/^[0-9a-f-]{36}$/i.test(id)) throw badArgument(field, 'a uuid');
  const order = await client.orders.get(id.toLowerCase()).catch((error: unknown) => {
    if (!(error instanceof ClientError)) throw error;
    const { message, code, status } = error;
    throw new ToolError(message, { code, field, ...defined({ status }) });
  });
  if (order.status === 'open') return order;
  throw new ToolError(`The order is ${order.status}, not open`, { code: 'order-not-open', field });
}
