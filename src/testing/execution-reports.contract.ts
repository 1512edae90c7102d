import { describe, expect, it } from './framework.js';
import type { OrderUuid, Txid } from '../domain/order/ids.js';
import type { AbortedOutcome, FilledSwap } from '../domain/order/report/outcome.js';
import { figuresOf } from '../domain/order/report/outcome.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import { err, ok } from '../domain/shared/result.js';
import { toUnits, U128_MAX } from '../domain/shared/units.js';
import type { ExecutionReports, StorageAccess } from '../ports/index.js';
import { T0, uuidOf } from './builders.js';
import { openEach, type StorageHarness } from './harness.js';

const [TOKEN_IN, TOKEN_OUT] = ['SP1.in', 'SP1.out'] as ContractId[] as [ContractId, ContractId];
const DAY = 20_000;

const mined = (n: number, day: number) => ({
  uuid: uuidOf(n),
  txid: String(n).padStart(64, '0') as Txid,
  tokenIn: TOKEN_IN,
  tokenOut: TOKEN_OUT,
  block: { blockHeight: n, blockTime: day * 86_400 + n },
  broadcastedAt: T0,
});

const bare = (n: number, day = DAY): FilledSwap => ({
  ...mined(n, day),
  kind: 'filled',
  facts: { amountIn: toUnits(1n), executed: toUnits(2n) },
});

const full = (n: number, day = DAY): FilledSwap => ({
  ...mined(n, day),
  kind: 'filled',
  block: { blockHeight: n, blockTime: day * 86_400 + n, blockHash: 'ab'.repeat(32) },
  dueAt: new Date(T0.getTime() - 1),
  facts: {
    amountIn: toUnits(U128_MAX),
    executed: toUnits(2n ** 64n),
    placed: toUnits(U128_MAX),
    sent: toUnits(0n),
    minimum: toUnits(1n),
    parent: {
      blockHeight: n - 1,
      ownRoute: toUnits(3n),
      best: toUnits(4n),
      fees: [{ token: TOKEN_IN, amount: toUnits(5n) }],
      inexact: 'earlier-transactions',
    },
    prices: { at: 1_700_000_100, tokenIn: 0.1 + 0.2, tokenOut: 1e-12 },
  },
});

const aborted = (n: number, day = DAY): AbortedOutcome => ({
  ...mined(n, day),
  kind: 'aborted',
  cause: 'post-condition',
});

export function executionReportsContract(harness: StorageHarness): void {
  describe(`ExecutionReports: ${harness.name}`, () => {
    let ports: StorageAccess;
    let reports: ExecutionReports;
    openEach(harness, (opened) => {
      ports = opened;
      reports = ports.executionReports;
    });

    it('has no cursor at first, and then the last one', async () => {
      expect(await reports.cursor()).toBeUndefined();
      await reports.moveCursor(7);
      await reports.moveCursor(2 ** 40);
      expect(await reports.cursor()).toBe(2 ** 40);
    });

    it('returns outcomes exactly as they were saved', async () => {
      const saved = [bare(1), full(2), aborted(3)];
      await reports.save(saved);
      const found = await reports.find([uuidOf(1), uuidOf(2), uuidOf(3), uuidOf(4)]);
      expect([...found.values()].sort((a, b) => (a.uuid < b.uuid ? -1 : 1))).toStrictEqual(saved);
      expect(await reports.find([])).toEqual(new Map());
      await reports.save([]);
    });

    it('keeps one outcome of each order: the last one saved, until it is deleted', async () => {
      await reports.save([aborted(1), bare(2)]);
      await reports.save([full(1)]);
      expect((await reports.find([uuidOf(1)])).get(uuidOf(1))).toStrictEqual(full(1));
      await reports.delete([uuidOf(1), uuidOf(9)]);
      await reports.delete([]);
      expect([...(await reports.find([uuidOf(1), uuidOf(2)])).keys()]).toEqual([uuidOf(2)]);
    });

    it('returns the figures of one day, newest block first, up to the limit', async () => {
      await reports.save([bare(1), full(2), aborted(3), bare(4, DAY + 1), bare(5, DAY - 1)]);
      expect(await reports.figuresOf(DAY, 10)).toEqual([aborted(3), full(2), bare(1)].map(figuresOf));
      expect(await reports.figuresOf(DAY, 1)).toEqual([figuresOf(aborted(3))]);
      expect(await reports.figuresOf(DAY + 2, 10)).toEqual([]);
    });

    it('keeps nothing of a unit of work that fails', async () => {
      const uuids: readonly OrderUuid[] = [uuidOf(1), uuidOf(2)];
      await reports.save([bare(1)]);
      await ports.unitOfWork.run(async (unit) => {
        await unit.executionReports.save([bare(2)]);
        await unit.executionReports.delete([uuidOf(1)]);
        await unit.executionReports.moveCursor(9);
        return err('rolled back');
      });
      expect([...(await reports.find(uuids)).keys()]).toEqual([uuidOf(1)]);
      expect(await reports.cursor()).toBeUndefined();
      await ports.unitOfWork.run(async (unit) => {
        await unit.executionReports.save([bare(2)]);
        expect((await unit.executionReports.find(uuids)).size).toBe(2);
        return ok();
      });
      expect((await reports.find(uuids)).size).toBe(2);
    });
  });
}
