import { describe, expect, it } from './framework.js';
import { err, unwrap } from '../domain/shared/result.js';
import type { ImportedPrice, PriceArchive, PriceStore } from '../ports/index.js';
import { openEach, type StorageHarness } from './harness.js';
import { anImport, aRun, LATER, seconds, tokenNo } from './price-runs.js';

const DAY = 86_400;
const MIDNIGHT = seconds('2026-11-20T00:00:00Z');
const WINDOW = [MIDNIGHT - 1000 * DAY, MIDNIGHT + 10 * DAY] as const;

/** Prices of three tokens over three days, newest first. */
const HISTORY: readonly ImportedPrice[] = Array.from({ length: 60 }, (_, n) =>
  anImport(MIDNIGHT - n * 3900, n % 3, 1 + n / 7, 90_000 + n),
);

export function priceArchiveContract(harness: StorageHarness): void {
  describe(`PriceArchive: ${harness.name}`, () => {
    let store: PriceStore;
    let archive: PriceArchive;
    openEach(harness, (opened) => ({ prices: store, priceArchive: archive } = opened));

    const pointsOf = (n: number) => store.points(tokenNo(n), ...WINDOW);
    const everything = async () => ({
      latest: await store.latest(LATER),
      tokens: await Promise.all(
        [0, 1, 2].map(async (n) => [
          await pointsOf(n),
          await store.days(tokenNo(n), 'usd', ...WINDOW),
          await store.days(tokenNo(n), 'sbtc', ...WINDOW),
        ]),
      ),
    });

    it('imports prices in any order', async () => {
      expect(await archive.importPrices(HISTORY)).toEqual({ added: 60, known: 0, conflicting: [] });
      for (const n of [0, 1, 2]) {
        const expected = HISTORY.filter(({ token }) => token === tokenNo(n)).toReversed();
        expect(await pointsOf(n)).toEqual(expected.map(({ time, usd, btcUsd }) => ({ time, usd, btcUsd })));
      }
      expect((await archive.check()).differences).toEqual([]);
    });

    it('returns an imported price with zero liquidity and an unknown loss', async () => {
      await archive.importPrices([anImport(MIDNIGHT, 0, 3, 60_000)]);
      expect(await store.latest(LATER)).toEqual({
        run: { at: new Date(MIDNIGHT * 1000), btcUsd: 60_000 },
        prices: [
          {
            token: tokenNo(0),
            usd: 3,
            sbtc: 3 / 60_000,
            liquidityUsd: 0,
            roundTripLoss: null,
            updatedAt: new Date(MIDNIGHT * 1000),
          },
        ],
      });
    });

    it('changes nothing when a batch is imported again, whole or in pieces', async () => {
      await archive.importPrices(HISTORY);
      const before = await everything();
      expect(await archive.importPrices(HISTORY)).toEqual({ added: 0, known: 60, conflicting: [] });
      for (const start of [0, 20, 40]) {
        const piece = HISTORY.slice(start, start + 20).toReversed();
        expect(await archive.importPrices(piece)).toEqual({ added: 0, known: 20, conflicting: [] });
      }
      expect(await everything()).toEqual(before);
    });

    it('stores the same days whether prices are imported in one batch or in many', async () => {
      const other = await harness.open();
      await archive.importPrices(HISTORY);
      for (const price of HISTORY.toReversed()) await other.ports.priceArchive.importPrices([price]);
      const [mine, its] = [await pointsOf(1), await other.ports.prices.points(tokenNo(1), ...WINDOW)];
      const days = await other.ports.prices.days(tokenNo(1), 'sbtc', ...WINDOW);
      await other.close();
      expect(its).toEqual(mine);
      expect(days).toEqual(await store.days(tokenNo(1), 'sbtc', ...WINDOW));
    });

    it('keeps the stored price and reports a conflict when another one is imported', async () => {
      await archive.importPrices([anImport(MIDNIGHT, 0, 1)]);
      const others = [
        anImport(MIDNIGHT, 0, 2),
        anImport(MIDNIGHT, 1, 5, 99_999),
        anImport(MIDNIGHT, 0, 1),
        anImport(MIDNIGHT, 1, 5),
        anImport(MIDNIGHT, 1, 6),
      ];
      expect(await archive.importPrices(others)).toEqual({ added: 1, known: 1, conflicting: [0, 1, 4] });
      expect((await pointsOf(0)).map(({ usd }) => usd)).toEqual([1]);
      expect((await pointsOf(1)).map(({ usd }) => usd)).toEqual([5]);
    });

    it('merges imported prices with recorded runs, on closed days and on the open day', async () => {
      for (const [n, time] of [MIDNIGHT - 300, MIDNIGHT, MIDNIGHT + 600].entries())
        unwrap(await store.record(aRun(time, [n + 1])));
      const imported = [-600, -300, 0, 300, 900].map((t) => anImport(MIDNIGHT + t, 1, 50 + t / 300));
      expect(await archive.importPrices(imported)).toEqual({ added: 5, known: 0, conflicting: [] });
      const again = [
        anImport(MIDNIGHT, 0, 2),
        anImport(MIDNIGHT + 300, 0, 9),
        anImport(MIDNIGHT + 600, 0, 4),
      ];
      expect(await archive.importPrices(again)).toEqual({ added: 1, known: 1, conflicting: [2] });
      const check = async () => {
        expect((await pointsOf(0)).map(({ usd }) => usd)).toEqual([1, 2, 9, 3]);
        expect((await pointsOf(1)).map(({ usd }) => usd)).toEqual([48, 49, 50, 51, 53]);
        const days = await store.days(tokenNo(0), 'usd', ...WINDOW);
        expect(days.slice(0, 2).map(({ high, close, points }) => [high, close, points])).toEqual([
          [1, 1, 1],
          [9, 3, 3],
        ]);
        expect((await archive.check()).differences).toEqual([]);
      };
      await check();
      unwrap(await store.record(aRun(MIDNIGHT + DAY, [undefined, undefined, 4])));
      await check();
    });

    it('refuses a run at a grid point that an import has taken', async () => {
      await archive.importPrices([anImport(MIDNIGHT, 0, 1)]);
      expect(await store.record(aRun(MIDNIGHT, [2]))).toEqual(err({ kind: 'already-exists' }));
      expect((await store.record(aRun(MIDNIGHT + 300, [2]))).ok).toBe(true);
    });

    it('stores nothing of a batch that contains an invalid price', async () => {
      for (const bad of [
        anImport(MIDNIGHT, 1, 0),
        anImport(MIDNIGHT, 1, 1, NaN),
        anImport(MIDNIGHT + 1, 1, 1),
      ])
        await expect(archive.importPrices([anImport(MIDNIGHT, 0, 1), bad])).rejects.toThrow(RangeError);
      expect(await store.latest(LATER)).toEqual({ prices: [] });
    });

    it('reports how many days and prices it has checked', async () => {
      await archive.importPrices(HISTORY);
      expect(await archive.check()).toEqual({ days: 10, points: 60, differences: [] });
    });

    it('reports progress after each checked day', async () => {
      await archive.importPrices(HISTORY);
      const told: number[][] = [];
      await archive.check((...progress) => told.push(progress));
      expect(told).toEqual([1, 2, 3, 4].map((day) => [day, 4]));
    });
  });
}
