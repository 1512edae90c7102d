import { beforeEach, describe, expect, it } from './framework.js';
import { DAY_SECONDS, dayOf } from '../domain/price-series/price.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import { STX } from '../domain/shared/contract-id.js';
import { positionOf, type ValuedTrade } from '../domain/trade/recorded-trade.js';
import { slotAt } from '../domain/trade/volumes.js';
import type { StorageAccess, TradeStore, ValuedBlock } from '../ports/index.js';
import { A_TOKEN, A_VAULT, AN_OWNER, T0, txidOf } from './builders.js';
import { openEach, type StorageHarness } from './harness.js';

const T = T0.getTime() / 1000;
const hashOf = (height: number, fork = 0) => (height * 16 + fork).toString(16).padStart(64, '0');
const ANOTHER_TOKEN = `${AN_OWNER}.another` as ContractId;

const trade = (n: number, overrides: Partial<ValuedTrade> = {}): ValuedTrade => ({
  txid: txidOf(n),
  place: n % 7,
  vault: A_VAULT,
  tokenIn: STX,
  amountIn: 2n ** 127n + BigInt(n),
  tokenOut: A_TOKEN,
  amountOut: BigInt(n),
  usd: n,
  ...overrides,
});

/** A block a minute after the one below it, or at the given time. */
const block = (
  height: number,
  trades: readonly ValuedTrade[] = [],
  { time = T + height * 60, fork = 0 } = {},
) => ({
  height,
  hash: hashOf(height, fork),
  parentHash: hashOf(height - 1),
  time,
  trades,
});

export function tradeStoreContract(harness: StorageHarness): void {
  describe(`TradeStore: ${harness.name}`, () => {
    let trades: TradeStore;
    openEach(harness, (ports: StorageAccess) => {
      trades = ports.trades;
    });
    const append = async (...blocks: readonly ValuedBlock[]) => {
      for (const each of blocks)
        expect(await trades.append(each)).toStrictEqual({ ok: true, value: undefined });
    };
    const NOT_NEXT = { ok: false, error: { kind: 'not-next' } };
    const listed = async (token: ContractId = STX) =>
      (await trades.list({ token, limit: 100 })).map(({ txid }) => parseInt(txid, 16));

    it('knows nothing before the first block', async () => {
      expect(await trades.coverage()).toBeUndefined();
      expect(await trades.list({ token: STX, limit: 9 })).toEqual([]);
      expect(await trades.slotVolumes(STX, 0, 2 * T)).toEqual([]);
      expect([...(await trades.dayVolumes(STX, 0, 2 * T))]).toEqual([]);
      expect([...(await trades.tokenVolumes(0))]).toEqual([]);
      expect(await trades.totals(0)).toEqual([]);
      expect(await trades.newest()).toEqual([]);
      expect(await trades.prepend(block(5))).toStrictEqual(NOT_NEXT);
      await trades.pack({ until: 2 * T, deleteBefore: 2 * T });
      await trades.dropLast(hashOf(5));
      await trades.checked(hashOf(5), T);
      expect(await trades.coverage()).toBeUndefined();
    });

    it('returns trades as they were stored, newest first, page by page', async () => {
      const unpriced = trade(3, { tokenIn: ANOTHER_TOKEN, tokenOut: STX, usd: null });
      await append(block(5, [trade(1), trade(2)]), block(6), block(7, [unpriced]));
      const all = await trades.list({ token: STX, limit: 9 });
      expect(all).toStrictEqual([
        { ...unpriced, position: positionOf(7, 0), blockHeight: 7, time: T + 420 },
        { ...trade(2), position: positionOf(5, 1), blockHeight: 5, time: T + 300 },
        { ...trade(1), position: positionOf(5, 0), blockHeight: 5, time: T + 300 },
      ]);
      expect(await trades.list({ token: STX, limit: 2 })).toStrictEqual(all.slice(0, 2));
      expect(await trades.list({ token: STX, limit: 2, before: all[0]!.position })).toStrictEqual(
        all.slice(1),
      );
      expect(await listed(A_TOKEN)).toEqual([2, 1]);
      expect(await listed(ANOTHER_TOKEN)).toEqual([3]);
      expect(await listed(`${AN_OWNER}.unknown` as ContractId)).toEqual([]);
      expect(await trades.newest()).toStrictEqual([all[0]]);
    });

    it('stores only the block after the last one or before the first one, once', async () => {
      await append(block(5, [trade(1)]));
      expect(await trades.append(block(5, [trade(1)]))).toStrictEqual(NOT_NEXT);
      expect(await trades.append(block(7))).toStrictEqual(NOT_NEXT);
      expect(await trades.append({ ...block(6), parentHash: hashOf(5, 1) })).toStrictEqual(NOT_NEXT);
      expect(await trades.prepend(block(3))).toStrictEqual(NOT_NEXT);
      expect(await trades.prepend(block(4, [], { fork: 1 }))).toStrictEqual(NOT_NEXT);
      expect(await trades.prepend(block(4, [trade(9)]))).toStrictEqual({ ok: true, value: undefined });
      expect(await trades.prepend(block(4, [trade(9)]))).toStrictEqual(NOT_NEXT);
      await append(block(6, [trade(2)]));
      expect(await listed()).toEqual([2, 1, 9]);
      expect(await trades.coverage()).toStrictEqual({
        first: { height: 4, parentHash: hashOf(3), time: T + 240 },
        last: { height: 6, hash: hashOf(6), time: T + 360 },
        checkedAt: 0,
      });
    });

    it('stores a block once of many that are stored at the same time', async () => {
      await append(block(5));
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, () => trades.append(block(6, [trade(1), trade(2)]))),
      );
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
      expect(await listed()).toEqual([2, 1]);
      expect((await trades.tokenVolumes(0)).get(STX)).toBe(3);
    });

    it('removes a replaced block with its trades, and stores its transactions again in another one', async () => {
      await append(block(5, [trade(1)]), block(6, [trade(2), trade(3)]));
      await trades.checked(hashOf(6), T + 400);
      expect((await trades.coverage())?.checkedAt).toBe(T + 400);
      await trades.dropLast(hashOf(6, 1));
      expect(await listed()).toEqual([3, 2, 1]);
      await trades.dropLast(hashOf(6));
      expect(await listed()).toEqual([1]);
      expect(await trades.coverage()).toMatchObject({
        last: { height: 5, hash: hashOf(5), time: T + 300 },
        checkedAt: 0,
      });
      await append(block(6, [trade(3)], { fork: 1 }));
      expect(await listed()).toEqual([3, 1]);
    });

    it('forgets everything if the block before a replaced one is unknown', async () => {
      await append(block(5, [trade(1)]));
      await trades.dropLast(hashOf(5));
      expect(await trades.coverage()).toBeUndefined();
      await append(block(90, [trade(2)]));
      expect(await listed()).toEqual([2]);
    });

    it('adds up volumes by slot, day, token and vault', async () => {
      await append(
        block(5, [trade(1), trade(2, { tokenIn: A_TOKEN, tokenOut: STX, amountIn: 4n, amountOut: 2n })]),
        block(6, [trade(4, { usd: null }), trade(8, { tokenOut: ANOTHER_TOKEN, vault: A_TOKEN })], {
          time: T + 900,
        }),
      );
      const day = dayOf(T) * DAY_SECONDS;
      const [packed, ...others] = await trades.slotVolumes(STX, 0, 2 * T);
      expect(others).toEqual([]);
      expect(packed?.time).toBe(day);
      expect([packed?.prices[slotAt(T + 300)], packed?.prices[slotAt(T + 900)]]).toEqual([3, 8]);
      expect(await trades.slotVolumes(STX, T + 600, 2 * T)).toMatchObject([{ time: day }]);
      expect((await trades.slotVolumes(STX, T + 600, 2 * T))[0]?.prices[slotAt(T + 300)]).toBe(0);
      expect([...(await trades.dayVolumes(STX, 0, 2 * T))]).toEqual([[day, 11]]);
      expect([...(await trades.dayVolumes(STX, day + 1, 2 * T))]).toEqual([]);
      expect(await trades.tokenVolumes(0)).toEqual(
        new Map([
          [STX, 11],
          [A_TOKEN, 3],
          [ANOTHER_TOKEN, 8],
        ]),
      );
      expect((await trades.tokenVolumes(T + 301)).get(STX)).toBe(8);
      const totals = await trades.totals(0);
      expect(totals).toHaveLength(3);
      expect(totals.find(({ tokenIn }) => tokenIn === A_TOKEN)).toStrictEqual({
        vault: A_VAULT,
        tokenIn: A_TOKEN,
        tokenOut: STX,
        trades: 1,
        usd: 2,
        amountIn: 4,
        amountOut: 2,
        lowest: 0.5,
        highest: 0.5,
      });
      const ofInput = totals.find(({ vault, tokenIn }) => vault === A_VAULT && tokenIn === STX);
      expect(ofInput).toMatchObject({ trades: 2, usd: 1 });
      expect((await trades.newest()).map(({ position }) => position).sort()).toEqual([
        positionOf(6, 0),
        positionOf(6, 1),
      ]);
    });

    describe('packing', () => {
      const midnight = (dayOf(T) + 1) * DAY_SECONDS;
      const at = (height: number, time: number, n: number) => block(height, [trade(n)], { time });
      beforeEach(() =>
        append(
          at(5, midnight - 400, 1),
          at(6, midnight, 2),
          at(7, midnight + 43_200, 4),
          at(8, midnight + DAY_SECONDS, 8),
          at(9, midnight + 2 * DAY_SECONDS + 100, 16),
        ),
      );
      const days = async () => [...(await trades.dayVolumes(STX, 0, 2 * T))].sort().map(([, usd]) => usd);
      const slots = async (from = 0) =>
        (await trades.slotVolumes(STX, from, 2 * T)).map(({ prices }) =>
          prices.reduce((sum, usd) => sum + usd, 0),
        );
      const ALL = [1, 6, 8, 16];

      it('changes no volume, and deletes only trades of packed days', async () => {
        expect([await days(), await slots()]).toEqual([ALL, ALL]);
        await trades.pack({ until: midnight + 2 * DAY_SECONDS, deleteBefore: midnight + DAY_SECONDS });
        expect([await days(), await slots()]).toEqual([ALL, ALL]);
        expect(await listed()).toEqual([16, 8, 1]);
        await trades.pack({ until: midnight + 9 * DAY_SECONDS, deleteBefore: midnight + 9 * DAY_SECONDS });
        expect([await days(), await slots()]).toEqual([ALL, ALL]);
        expect(await listed()).toEqual([16, 1]);
        expect(await slots(midnight + 300)).toEqual([4, 8, 16]);
      });

      it('packs an earlier day once it is recorded as a whole', async () => {
        await trades.pack({ until: midnight + 9 * DAY_SECONDS, deleteBefore: 0 });
        await trades.prepend(at(4, midnight - 500, 32));
        await trades.prepend(at(3, midnight - DAY_SECONDS - 1, 64));
        expect([await days(), await slots()]).toEqual([
          [64, 33, 6, 8, 16],
          [64, 33, 6, 8, 16],
        ]);
        await trades.pack({ until: midnight + 9 * DAY_SECONDS, deleteBefore: midnight + 9 * DAY_SECONDS });
        expect([await days(), await slots()]).toEqual([
          [64, 33, 6, 8, 16],
          [64, 33, 6, 8, 16],
        ]);
        expect(await listed()).toEqual([16, 64]);
      });

      it('unpacks a day of which a block is replaced', async () => {
        await trades.pack({ until: midnight + 9 * DAY_SECONDS, deleteBefore: 0 });
        await trades.dropLast(hashOf(9));
        await trades.dropLast(hashOf(8));
        expect([await days(), await slots()]).toEqual([
          [1, 6],
          [1, 6],
        ]);
        await append(at(8, midnight + DAY_SECONDS, 8), at(9, midnight + 3 * DAY_SECONDS, 16));
        await trades.pack({ until: midnight + 9 * DAY_SECONDS, deleteBefore: 0 });
        expect([await days(), await slots()]).toEqual([ALL, ALL]);
      });
    });
  });
}
