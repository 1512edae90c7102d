import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { openStorage, parseDatabaseUrl, type Storage } from '../../../src/adapters/typeorm/index.js';
import { T0, uuidOf } from '../../support/builders.js';
import { coreHarness, DOLLAR, WELSH, type CoreHarness } from '../../support/core-harness.js';
import { DATABASES } from '../../support/databases.js';
import { AT_ONCE, pass, recordPrices, whenAbove } from '../../support/executor-steps.js';
import { orderOf, place } from '../../support/order-steps.js';

const HOUR_MS = 3_600_000;

describe.each(DATABASES)('a row that lies about when its order is due, on $name', ({ create }) => {
  let database: Awaited<ReturnType<typeof create>>;
  let dataSource: DataSource;
  let storage: Storage;
  let harness: CoreHarness;

  beforeEach(async () => {
    database = await create();
    dataSource = new DataSource(parseDatabaseUrl(database.url));
    storage = await openStorage({ dataSource });
    harness = coreHarness({ storage: storage.ports });
  });

  afterEach(async () => {
    await storage.close();
    if (dataSource.isInitialized) await dataSource.destroy();
    await database.remove();
  });

  const change = (n: number, columns: string) =>
    dataSource.query(`UPDATE order_queue SET ${columns} WHERE uuid = '${uuidOf(n)}'`);

  /** Two passes: what one of them held does not come back at once. */
  async function expectHeld(): Promise<void> {
    expect(await pass(harness)).toMatchObject({ attempts: { 'not-due': 1 }, left: 'none' });
    expect(await pass(harness)).toMatchObject({ attempts: {}, left: 'none' });
    expect(harness.chain.sent).toEqual([]);
    expect(await orderOf(harness)).toMatchObject({ status: 'open' });
  }

  it('does not send the order before its window, and sends it when that opens', async () => {
    const validFrom = new Date(T0.getTime() + HOUR_MS);
    await place(harness, 1, { ...AT_ONCE, validFrom: validFrom.toISOString() });
    await change(1, 'state = 0, wake_at = NULL');
    await expectHeld();
    harness.clock.set(validFrom);
    await pass(harness);
    expect(await orderOf(harness)).toMatchObject({ status: 'broadcasted' });
  });

  it('does not send the order while its price is not reached, and sends it after the run that reaches it', async () => {
    await place(harness, 1, whenAbove(WELSH, '1.5'));
    await recordPrices(harness, { [WELSH]: 1, [DOLLAR]: 1 });
    await change(1, "level = ''");
    await expectHeld();
    await recordPrices(harness, { [WELSH]: 2, [DOLLAR]: 1 });
    await pass(harness);
    expect(await orderOf(harness)).toMatchObject({ status: 'broadcasted' });
  });

  it('does not send an order that only its owner sends', async () => {
    await place(harness, 1);
    await place(harness, 2, whenAbove(WELSH, '1.5'));
    await recordPrices(harness, { [WELSH]: 1, [DOLLAR]: 1 });
    const watch = `(SELECT other.watch FROM order_queue other WHERE other.uuid = '${uuidOf(2)}')`;
    await change(1, `watch = ${watch}, level = ''`);
    await dataSource.query(`UPDATE watched_levels SET level = ''`);
    await expectHeld();
  });
});
