import { describe, expect, it } from '@jest/globals';
import { memoryStorage } from '../../../src/adapters/memory/index.js';
import { NodeHasher } from '../../../src/adapters/system/index.js';
import {
  importLines,
  LINES_PER_BATCH,
  type ImportReport,
  type PriceLine,
  type RefusedLine,
} from '../../../src/application/prices/import-lines.js';
import { fixedClock } from '../../support/fixed-clock.js';
import { seconds, tokenNo } from '../../support/price-runs.js';

const MIDNIGHT = seconds('2026-11-20T00:00:00Z');
const NOW = '2026-11-20T12:07:00Z';

const lineNo = (line: number, raw: Partial<PriceLine> = {}): PriceLine => ({
  line,
  time: String(MIDNIGHT - 300 * line),
  contractId: tokenNo(0),
  usd: '2',
  btcUsd: '100000',
  ...raw,
});

async function* from(lines: Iterable<PriceLine>): AsyncIterable<PriceLine> {
  yield* lines;
}

function harness() {
  const { prices, priceArchive } = memoryStorage();
  const refused: RefusedLine[] = [];
  const run = (lines: AsyncIterable<PriceLine>, snap = false, progress?: (report: ImportReport) => void) =>
    importLines({ priceArchive, clock: fixedClock(new Date(NOW)), hasher: new NodeHasher() }, lines, {
      snap,
      refused: async (found) => void refused.push(...found),
      ...(progress && { progress }),
    });
  const points = (n = 0) => prices.points(tokenNo(n), 0, MIDNIGHT * 2);
  return { run, refused, points, priceArchive };
}

describe('importLines', () => {
  it('stores valid lines and reports the others with line, field and reason', async () => {
    const { run, refused, points } = harness();
    const lines = [
      lineNo(2),
      lineNo(3, { usd: '0' }),
      lineNo(4, { line: 4, unreadable: 'has quotes that do not match' }),
      lineNo(5, { contractId: 'SP123.token' }),
      lineNo(6, { time: String(MIDNIGHT - 300 * 2), usd: '3' }),
      lineNo(7, { time: String(MIDNIGHT - 300 * 2) }),
      lineNo(8, { time: '2026-11-20T12:05:00Z' }),
      lineNo(9, { time: '2026-11-20T12:00:00Z' }),
    ];
    expect(await run(from(lines))).toEqual({ lines: 8, added: 2, known: 1, conflicting: 1, refused: 4 });
    expect(refused.map(({ line, field, reason }) => [line.line, field, reason])).toEqual([
      [3, 'usd', 'must be a number above 0'],
      [4, 'line', 'has quotes that do not match'],
      [5, 'contractId', 'must be a contract id: its address must be a Stacks address'],
      [6, 'usd', 'another price, or another bitcoin price, is stored for this time'],
      [8, 'time', 'is later than the newest finished five minutes'],
    ]);
    expect((await points()).map(({ usd }) => usd)).toEqual([2, 2]);
  });

  it('accepts tokens of any network and .stx', async () => {
    const { run } = harness();
    const ids = [
      'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS.a',
      'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.b',
      '.stx',
    ];
    const report = await run(from(ids.map((contractId, n) => lineNo(n + 2, { contractId }))));
    expect(report).toMatchObject({ added: 3, refused: 0 });
  });

  it('stores the first of several prices that snap to one grid point', async () => {
    const { run, points } = harness();
    const lines = [7, 8].map((n) => lineNo(n, { time: `2026-11-19T10:0${n}:00Z`, usd: String(n) }));
    expect(await run(from(lines))).toMatchObject({ refused: 2 });
    expect(await run(from(lines), true)).toMatchObject({ added: 1, conflicting: 1 });
    expect(await points()).toEqual([{ time: seconds('2026-11-19T10:05:00Z'), usd: 7, btcUsd: 100_000 }]);
  });

  it('reports zeros when there are no lines', async () => {
    const nothing = { lines: 0, added: 0, known: 0, conflicting: 0, refused: 0 };
    expect(await harness().run(from([]))).toEqual(nothing);
  });

  it('holds one batch of lines in memory at a time', async () => {
    const { run, priceArchive } = harness();
    let [ahead, most] = [0, 0];
    const importPrices = priceArchive.importPrices.bind(priceArchive);
    priceArchive.importPrices = async (prices) => {
      most = Math.max(most, ahead);
      ahead -= prices.length;
      return importPrices(prices);
    };
    const count = 6 * LINES_PER_BATCH + 1;
    async function* many() {
      for (let n = 2; n < count + 2; n++) {
        ahead++;
        yield lineNo(n);
      }
    }
    const reported: number[] = [];
    const report = await run(many(), false, ({ lines }) => reported.push(lines));
    expect(report).toMatchObject({ lines: count, added: count });
    expect(most).toBe(LINES_PER_BATCH);
    expect(reported).toEqual([...Array.from({ length: 6 }, (_, n) => (n + 1) * LINES_PER_BATCH), count]);
  });

  it('counts every line as known when the import is repeated', async () => {
    const { run } = harness();
    const lines = Array.from({ length: 100 }, (_, n) => lineNo(n + 2));
    await run(from(lines.slice(0, 40)));
    expect(await run(from(lines))).toMatchObject({ added: 60, known: 40 });
    expect(await run(from(lines))).toMatchObject({ added: 0, known: 100 });
  });

  it('rejects when the storage fails', async () => {
    const { run, priceArchive } = harness();
    priceArchive.importPrices = async () => {
      throw new Error('the disk is full');
    };
    await expect(run(from([lineNo(2)]))).rejects.toThrow('the disk is full');
  });
});
