import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openStorage, type Storage } from '../../../src/adapters/typeorm/index.js';
import { coreHarness } from '../../support/core-harness.js';
import { DATABASES } from '../../support/databases.js';
import { execute, orderOf, place, typesOf } from '../../support/order-steps.js';
import { isStored, replace } from '../../support/later-terms.js';

describe.each(DATABASES)('orders that replace one another on $name', ({ create }) => {
  let database: Awaited<ReturnType<typeof create>>;
  let storage: Storage;

  beforeEach(async () => {
    database = await create();
    storage = await openStorage(database.url);
  });

  afterEach(async () => {
    await storage.close();
    await database.remove();
  });

  it('end the other one once, and only one of ten that are placed at the same time is stored', async () => {
    const harness = coreHarness({ storage: storage.ports });
    await place(harness);
    const numbers = Array.from({ length: 10 }, (_, n) => n + 2);
    const placed = await Promise.all(numbers.map((n) => replace(harness, n)));
    expect(placed.filter(({ ok }) => ok)).toHaveLength(1);
    const stored = await Promise.all(numbers.map((n) => isStored(harness, n)));
    expect(stored).toEqual(placed.map(({ ok }) => ok));
    expect(await typesOf(harness)).toEqual(['created', 'cancelled']);
  });

  it('are both or neither while the other one is sent', async () => {
    const harness = coreHarness({ storage: storage.ports });
    await place(harness);
    const [placed, sent] = await Promise.all([replace(harness, 2), execute(harness)]);
    const { status } = await orderOf(harness);
    expect([placed.ok, sent.ok, status]).toEqual(
      placed.ok ? [true, false, 'cancelled'] : [false, true, 'broadcasted'],
    );
    expect(await isStored(harness, 2)).toBe(placed.ok);
  });
});
