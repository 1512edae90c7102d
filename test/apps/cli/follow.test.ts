import { describe, expect, it } from '@jest/globals';
import { followOne } from '../../../src/apps/cli/orders/follow.js';
import type { Client, Order, OrderEvent } from '../../../src/sdk/client/index.js';

describe('an order that is followed', () => {
  it('is yielded as it is after the events that it is yielded with', async () => {
    const order = (status: Order['status']) => ({ uuid: '1', status }) as Order;
    const events = ['created', 'confirmed'].map((type, index) => ({ seq: index + 1, type }) as OrderEvent);
    const orders = {
      async *follow() {
        // The order is confirmed after the server has sent it, and before the log is read.
        yield { type: 'order', order: order('broadcasted') };
        yield { type: 'order', order: order('confirmed') };
      },
      events: () => Promise.resolve(events),
      get: () => Promise.resolve(order('confirmed')),
    };
    const updates = [];
    for await (const update of followOne({ orders } as unknown as Client, '1', {})) updates.push(update);
    expect(updates).toEqual(events.map((event) => ({ event, order: order('confirmed') })));
  });
});
