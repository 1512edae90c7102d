import { describe, expect, it } from '@jest/globals';
import { importOrders, type OrderImportReport } from '../../../src/application/orders/import-orders.js';
import type { RawRecord, RefusedRecord } from '../../../src/application/shared/import-records.js';
import { unwrap } from '../../../src/domain/shared/result.js';
import { T0, uuidOf } from '../../support/builders.js';
import { bracket, TWO_SUBNETS } from '../../support/brackets.js';
import { coreHarness, ROUTER_V2, signedInput, type HarnessOptions } from '../../support/core-harness.js';
import { execute } from '../../support/order-steps.js';

/** The nth order of one group, as the existing exchange exports it. */
const exit = (n: number, fields: object = {}) => ({
  ...signedInput({
    uuid: uuidOf(n),
    fields: { router: ROUTER_V2, strategyId: 'exits', metadata: { oco: true } },
  }),
  status: 'open',
  createdAt: T0.toISOString(),
  ...fields,
});

function importHarness(options: HarnessOptions = {}) {
  const harness = coreHarness(options);
  const refused: RefusedRecord[] = [];
  async function* from(values: readonly object[]): AsyncIterable<RawRecord> {
    for (const [n, value] of values.entries()) yield { where: `line ${n + 1}`, value };
  }
  const run = (values: readonly object[], dryRun = false): Promise<OrderImportReport> =>
    importOrders(harness.ports, from(values), {
      dryRun,
      refused: async (records) => void refused.push(...records),
    });
  const read = async (n: number) => unwrap(await harness.core.orders.get(uuidOf(n)));
  const eventsOf = async (n: number) =>
    unwrap(await harness.core.orders.events(uuidOf(n))).map(({ type }) => type);
  return { harness, refused, run, read, eventsOf };
}

describe('orders of a one-cancels-other group that are imported', () => {
  const ENDED = { status: 'cancelled', cancelReason: 'oco', cancelledAt: T0 };

  it('end at once, with reason oco, when one of the group was sent here', async () => {
    const { harness, run, read, eventsOf } = importHarness();
    await run([exit(1)]);
    unwrap(await execute(harness, 1));
    expect(await run([exit(2)])).toMatchObject({ records: 1, open: 0, past: 1 });
    expect(await read(2)).toMatchObject(ENDED);
    expect(await eventsOf(2)).toEqual(['imported', 'cancelled']);
    expect(await execute(harness, 2)).toMatchObject({ error: { kind: 'order-not-open' } });
    expect(harness.chain.sent).toHaveLength(1);
  });

  it.each(['broadcasted', 'confirmed', 'failed'])(
    'end when the other exchange has sent one of the group, now %s, wherever the file has it',
    async (status) => {
      const { run, read, eventsOf } = importHarness();
      expect(await run([exit(1), exit(2, { status }), exit(3)])).toMatchObject({ open: 1, past: 2 });
      expect(await read(1)).toMatchObject(ENDED);
      expect(await read(2)).toMatchObject({ status, imported: {} });
      expect(await read(3)).toMatchObject(ENDED);
      expect(await eventsOf(1)).toEqual(['imported', 'cancelled']);
    },
  );

  it('are counted as ended in a dry run, which stores nothing', async () => {
    const { harness, run } = importHarness();
    const records = [exit(1, { status: 'confirmed' }), exit(2)];
    expect(await run(records, true)).toMatchObject({ records: 2, open: 0, past: 2 });
    expect(await harness.core.orders.get(uuidOf(1))).toMatchObject({ error: { kind: 'order-not-found' } });
    expect(await harness.ports.events.list(uuidOf(2))).toEqual([]);
  });

  it('stay open if one was only cancelled there', async () => {
    const { run, read } = importHarness();
    expect(await run([exit(1), exit(2, { status: 'cancelled' }), exit(3)])).toMatchObject({ open: 2 });
    expect([await read(1), await read(3)]).toMatchObject([{ status: 'open' }, { status: 'open' }]);
  });

  it('leave past orders of the group as they were recorded', async () => {
    const { run, read } = importHarness();
    await run([exit(1, { status: 'filled' }), exit(2, { status: 'confirmed' })]);
    expect(await read(1)).toMatchObject({ status: 'broadcasted', imported: {} });
  });

  it('are known when they are imported again', async () => {
    const { refused, run } = importHarness();
    const records = [exit(1), exit(2, { status: 'confirmed' })];
    await run(records);
    expect(await run(records)).toMatchObject({ known: 2, refused: 0 });
    expect(refused).toEqual([]);
  });
});

it('orders with a field that is nearly a known one are imported, and placed again are the same', async () => {
  const { harness, run, read, refused } = importHarness();
  const input = signedInput({ fields: { router: ROUTER_V2, minAmmountOut: '5' } });
  expect(await run([{ ...input, status: 'open', createdAt: T0.toISOString() }])).toMatchObject({ open: 1 });
  expect(refused).toEqual([]);
  expect((await read(1)).terms).toMatchObject({ extra: { minAmmountOut: '5' } });
  expect(await harness.core.orders.place(input)).toMatchObject({ ok: true });
});

describe('a bracket that is imported', () => {
  const records = (status: string) =>
    bracket().map((body, n) => ({
      ...body,
      status: n === 0 ? status : 'open',
      createdAt: T0.toISOString(),
    }));

  it.each([
    ['open', 'open', undefined],
    ['confirmed', 'open', {}],
    ['cancelled', 'cancelled', undefined],
  ])('has exits that follow its entry, which is %s, wherever the file has it', async (status, of, active) => {
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
    ]) {
      const { run, read, refused } = importHarness({ registry: TWO_SUBNETS });
      const all = records(status);
      await run(order.map((n) => all[n]!));
      expect(refused).toEqual([]);
      for (const n of [2, 3]) {
        const exit = await read(n);
        expect(exit.status).toBe(of);
        expect(exit.activation === undefined).toBe(active === undefined);
      }
    }
  });
});
