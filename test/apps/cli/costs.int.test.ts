import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '../../../src/apps/server/database.js';
import { STX } from '../../../src/domain/shared/contract-id.js';
import { toUnits } from '../../../src/domain/shared/units.js';
import { aConfirmedOrder, aSwap, txidOf } from '../../support/builders.js';
import { runHere } from '../../support/own-process.js';

const folder = mkdtempSync(join(tmpdir(), 'costs-'));
const DATABASE_URL = `sqlite:${join(folder, 'sluice.db')}`;
/** A point of the price grid, an hour ago or a little more. */
const blockTime = Math.floor(Date.now() / 300_000) * 300 - 3_600;

beforeAll(async () => {
  const storage = await openDatabase({ databaseUrl: DATABASE_URL, databaseSchema: undefined });
  const { orders, swaps, priceArchive } = storage.ports;
  await priceArchive.importPrices([{ token: STX, time: blockTime, usd: 2, btcUsd: 100_000 }]);
  await orders.insert(aConfirmedOrder({ integrator: 'app.example.org' }));
  const swap = { feeUstx: toUnits(3_000n), storedAt: new Date(blockTime * 1_000) };
  await swaps.insert(aSwap({ ...swap, state: 'final', block: { blockHeight: 7, blockTime } }));
  await swaps.insert(aSwap({ ...swap, txid: txidOf(2), nonce: 99n, state: 'dead' }));
  await storage.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const costs = (...args: readonly string[]) => runHere(['costs', ...args], { DATABASE_URL });

describe('sluice costs', () => {
  it('prints what transactions cost, by day or by integrator, and as JSON and CSV', async () => {
    const { code, stdout } = await costs('--by', 'integrator');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^app\.example\.org +1 +0 +0 +1 +0 +0\.003 +0\.006$/m);
    expect(stdout).toMatch(/^all +1 +0 +0 +1 +0 +0\.003 +0\.006$/m);
    expect(JSON.parse((await costs('--json')).stdout)).toMatchObject({
      by: 'day',
      total: { costUstx: '3000', costUsd: '0.006' },
    });
    expect((await costs('--csv')).stdout.split('\r\n')).toHaveLength(4);
  });

  it('says that there are none, and refuses a period that ends before it starts', async () => {
    expect((await costs('--from', '2020-01-01', '--to', '2020-02-01')).stdout).toBe('no transactions\n');
    const refused = await costs('--from', '2020-02-01', '--to', '2020-01-01');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('from must be before to')]);
  });
});
