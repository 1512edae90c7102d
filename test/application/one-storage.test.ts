import { describe, expect, it } from '@jest/globals';
import { memoryStorage } from '../../src/adapters/memory/index.js';
import { createCore } from '../../src/application/core.js';
import { coreHarness } from '../support/core-harness.js';

const { ports } = coreHarness();
const other = memoryStorage();

describe('createCore', () => {
  it('refuses storage ports of two storages, and names them and those that go together', () => {
    expect(() => createCore({ ...ports, orders: other.orders, swaps: other.swaps })).toThrow(
      /^orders, swaps: not of the storage that unitOfWork writes to\. Replace unitOfWork, orders, events, /,
    );
    expect(() => createCore({ ...ports, unitOfWork: other.unitOfWork })).toThrow('orders, events,');
    expect(() => createCore({ ...ports, priceArchive: other.priceArchive })).toThrow('replace both together');
  });

  it('accepts a whole storage, prices of another one, and a port that wraps one', async () => {
    createCore({ ...ports, ...other });
    createCore({ ...ports, prices: other.prices, priceArchive: other.priceArchive });
    let reads = 0;
    const orders = Object.assign(Object.create(ports.orders) as typeof ports.orders, {
      listPage: (query: Parameters<typeof ports.orders.listPage>[0]) => {
        reads += 1;
        return ports.orders.listPage(query);
      },
    });
    await createCore({ ...ports, orders }).orders.list({
      status: 'all',
      sortBy: 'createdAt',
      sortOrder: 'asc',
      page: 1,
      limit: 1,
    });
    expect(reads).toBeGreaterThan(0);
  });
});
