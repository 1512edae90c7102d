import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { parseDatabaseUrl } from '../../src/adapters/typeorm/index.js';
import type { Finding } from '../../src/domain/order/proof/evidence.js';
import { DATABASES } from '../support/databases.js';
import { runCommand } from '../support/run-command.js';
import { useTestBed } from '../support/test-bed.js';

describe.each(DATABASES)('an order that its owner keeps and verifies, on $name', ({ create }) => {
  const bed = useTestBed(create);
  let direct: DataSource;
  let folder: string;

  beforeAll(async () => {
    direct = await new DataSource(parseDatabaseUrl(bed.databaseUrl)).initialize();
    folder = await mkdtemp(join(tmpdir(), 'kept-'));
  });
  afterAll(async () => {
    await direct.destroy();
    await rm(folder, { recursive: true });
  });

  const settings = () => ({
    SLUICE_URL: bed.exchange.sluice().url,
    SLUICE_NETWORK: 'devnet',
    STACKS_API_URL: bed.chain.proxy.url,
    SLUICE_WALLET_KEY: bed.chain.devnet.accounts[0]!.privateKey,
  });

  async function verify(file: string) {
    const { code, stdout, stderr } = await runCommand('orders verify', [file, '--json'], settings());
    if (stdout === '') throw new Error(stderr);
    const { findings } = JSON.parse(stdout) as { readonly findings: readonly Finding[] };
    const having = (verdict: string) =>
      findings.filter((each) => each.verdict === verdict).map(({ rule, by }) => `${rule} by ${by}`);
    return { code, holds: having('holds'), violated: having('violated'), unproved: having('unproved') };
  }

  it('is found honest as it was filled, and otherwise once its record is changed', async () => {
    const file = join(folder, 'orders.json');
    const terms = ['--sell', '10', '--of', 'USDd', '--for', 'sBTC', '--at-least', '0.00001'];
    const keeping = ['--keep', file, '--yes', '--far-from-market', '--json'];
    const placed = await runCommand('orders place', [...terms, ...keeping], settings());
    expect(placed).toMatchObject({ code: 0 });
    const [order] = (JSON.parse(placed.stdout) as { orders: { uuid: string }[] }).orders;
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o077).toBe(0);
    expect(JSON.parse(await readFile(file, 'utf8'))).toHaveLength(1);

    await bed.exchange.until(order!.uuid, 'broadcasted');
    await bed.chain.control('/mine');
    await bed.exchange.until(order!.uuid, 'confirmed');
    const honest = {
      holds: [
        'signature by signature',
        'terms-shown by log',
        'record by chain',
        'once by chain',
        'least by chain',
      ],
      unproved: [],
    };
    expect(await verify(file)).toEqual({ code: 0, ...honest, violated: [] });

    await direct.query(
      `UPDATE orders SET terms = REPLACE(terms, '"minAmountOut":"1000"', '"minAmountOut":"1"') WHERE uuid = '${order!.uuid}'`,
    );
    const changed = await verify(file);
    expect(changed).toMatchObject({ code: 1, violated: ['terms-shown by log'] });
  }, 120_000);

  it('keeps an amendment after its order, and is verified by the terms in force', async () => {
    const file = join(folder, 'amended.json');
    const terms = [
      '--sell',
      '10',
      '--of',
      'USDd',
      '--for',
      'sBTC',
      '--at-least',
      '0.00001',
      '--price-of',
      'sBTC',
      '--below',
      '1',
      '--from',
      '1d',
      '--far-from-market',
    ];
    const placed = await runCommand(
      'orders place',
      [...terms, '--keep', file, '--yes', '--json'],
      settings(),
    );
    expect(placed).toMatchObject({ code: 0 });
    const [order] = (JSON.parse(placed.stdout) as { orders: { uuid: string }[] }).orders;
    const more = ['--at-least', '0.00002', '--keep', file, '--yes'];
    expect(await runCommand('orders amend', [order!.uuid, ...more], settings())).toMatchObject({ code: 0 });

    expect(await verify(file)).toMatchObject({
      ...{ code: 0, violated: [], unproved: ['sent by chain'] },
      holds: expect.arrayContaining(['terms-shown by log', 'latest-terms by log']),
    });
  });

  it('is verified together with other orders, of any kind', async () => {
    const file = join(folder, 'plans.json');
    const flags = ['--keep', file, '--yes', '--far-from-market', '--json'];
    for (const terms of [
      '--sell 10 --of USDd --for sBTC --trail 500bp --slippage 0.03 --from 1d',
      '--sell 10 --of USDd --for OPAL --max-price 0.01 --from 1d --then-stop 0.001 --then-target 5 --then-slippage 0.03',
      '--sell 9 --of USDd --for sBTC --max-price 50000 --parts 3 --over 6h --from 1d',
    ])
      expect(await runCommand('orders place', [...terms.split(' '), ...flags], settings())).toMatchObject({
        code: 0,
      });
    const { code, violated, unproved } = await verify(file);
    expect({ code, violated }).toEqual({ code: 0, violated: [] });
    expect(unproved).toEqual(Array.from({ length: 7 }, () => 'sent by chain'));
  }, 60_000);

  it('is not signed if the file that is to keep it holds something else', async () => {
    const file = join(folder, 'other.json');
    await writeFile(file, '{}');
    const terms = ['--sell', '10', '--of', 'USDd', '--for', 'sBTC', '--at-least', '0.00001'];
    const flags = ['--keep', file, '--yes', '--far-from-market', '--json'];
    const refused = await runCommand('orders place', [...terms, ...flags], settings());
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--keep') });
    expect(await readFile(file, 'utf8')).toBe('{}');
  });

  it('is refused if the file is no file of kept orders', async () => {
    const missing = await runCommand('orders verify', [join(folder, 'none.json')], settings());
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('none.json') });
  });
});
