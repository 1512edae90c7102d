import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { systemPorts } from '../../src/adapters/system/index.js';
import { parseDatabaseUrl } from '../../src/adapters/typeorm/index.js';
import type { OrderUuid } from '../../src/domain/order/ids.js';
import { handleOf } from '../../src/domain/order/terms/handle.js';
import { DATABASES } from '../support/databases.js';
import { useTestBed } from '../support/test-bed.js';

describe.each(DATABASES)('a cancelled order that SQL has opened again, on $name', ({ create }) => {
  const bed = useTestBed(create);
  let direct: DataSource;

  beforeAll(async () => {
    direct = await new DataSource(parseDatabaseUrl(bed.databaseUrl)).initialize();
  });
  afterAll(() => direct.destroy());

  const read = async (path: string) => (await fetch(`${bed.exchange.sluice().url}${path}`)).text();

  it('is logged, counted and not sent, and stops new swaps until a person resumes', async () => {
    const { exchange } = bed;
    const { uuid } = exchange.signedOrder();
    const order = exchange.signedOrder({ uuid });
    expect(await exchange.place(order)).toMatchObject({ status: 200 });
    expect(await exchange.cancel(uuid)).toMatchObject({ status: 200 });
    await direct.query(
      `UPDATE orders SET status = 'open', status_rank = 0, progress = '{}' WHERE uuid = '${uuid}'`,
    );

    const reason = 'the invariant lifecycle is violated; see the log';
    expect(await exchange.execute(uuid)).toMatchObject({
      status: 503,
      body: { code: 'paused', details: { reason } },
    });
    expect(await exchange.eventTypes(uuid)).toEqual(['created', 'cancelled']);
    const metrics = await read('/metrics');
    expect(metrics).toContain('sluice_invariant_violations_total{invariant="lifecycle"} 1');
    expect(metrics).toContain('sluice_invariant_violations_total{invariant="paid-once"} 0');
    expect(JSON.parse(await read('/readyz'))).toMatchObject({
      sending: { isStopped: true, reasons: [{ reason: 'paused', detail: expect.stringContaining(reason) }] },
    });

    const { log } = exchange.sluice();
    const handle = handleOf(uuid as OrderUuid, systemPorts().hasher.sha256);
    const line = log.find((each) => each.includes('"msg":"invariant-violated"'));
    expect(JSON.parse(line!)).toMatchObject({
      level: 50,
      part: 'execution',
      order: handle,
      invariant: 'lifecycle',
      finding: 'it is open, and its log ends cancelled',
    });
    expect(log.filter((each) => each.includes(uuid))).toEqual([]);
  });
});
