import { describe, expect, it } from './framework.js';
import { err, ok, unwrap } from '../domain/shared/result.js';
import type { DayOfPrices, PriceStore } from '../ports/index.js';
import { openEach, type StorageHarness } from './harness.js';
import { aPrice, aRun, LATER, seconds, tokenNo } from './price-runs.js';

const DAY = 86_400;
const MIDNIGHT = seconds('2026-11-20T00:00:00Z');
const EVERYTHING = [0, MIDNIGHT + 400 * DAY] as const;
const taken = err({ kind: 'already-exists' });

export function priceStoreContract(harness: StorageHarness): void {
  describe(`PriceStore: ${harness.name}`, () => {
    let store: PriceStore;
    openEach(harness, (opened) => (store = opened.prices));

    const record = async (...run: Parameters<typeof aRun>) => unwrap(await store.record(aRun(...run)));
    const pointsOf = (n: number, [from, to]: readonly [number, number] = EVERYTHING) =>
      store.points(tokenNo(n), from, to);
    const daysOf = (n: number, quote: 'usd' | 'sbtc' = 'usd', [from, to] = EVERYTHING as readonly number[]) =>
      store.days(tokenNo(n), quote, from!, to!);
    const scanned = async (from: number, to: number) => {
      const days: DayOfPrices[] = [];
      for await (const day of store.scan(from, to)) days.push(day);
      return days;
    };

    it('returns no prices before the first run', async () => {
      expect(await store.latest(LATER)).toEqual({ prices: [] });
      expect(await pointsOf(0)).toEqual([]);
      expect(await daysOf(0)).toEqual([]);
      expect(await scanned(...EVERYTHING)).toEqual([]);
    });

    it('returns doubles unchanged to the last bit', async () => {
      const prices = [0.1 + 0.2, Number.MIN_VALUE, Number.MAX_VALUE, 1 / 3, 123456789.12345678];
      const btcUsd = 98_765.432_109_876_54;
      const run = aRun(MIDNIGHT, prices, btcUsd);
      expect(await store.record(run)).toEqual(ok());
      for (const [n, usd] of prices.entries()) {
        expect(await pointsOf(n)).toEqual([{ time: MIDNIGHT, usd, btcUsd }]);
        const [day] = await store.slots(tokenNo(n), 'usd', ...EVERYTHING);
        expect(day?.prices[0]).toBe(usd);
        expect(await daysOf(n)).toEqual([
          { time: MIDNIGHT, open: usd, high: usd, low: usd, close: usd, points: 1 },
        ]);
      }
      const { run: newest, prices: latest } = await store.latest(LATER);
      expect(newest).toEqual({ at: run.at, btcUsd });
      const expected = [...run.prices].map(([token, price]) => ({ ...price, token, updatedAt: run.at }));
      expect(latest).toHaveLength(5);
      expect(latest).toEqual(expect.arrayContaining(expected));
    });

    it('stores an unknown loss as null and the sBTC price of the run', async () => {
      const price = aPrice(1, 3, { sbtc: 0.333, roundTripLoss: null, liquidityUsd: 0 });
      const at = new Date(MIDNIGHT * 1000);
      unwrap(await store.record({ at, btcUsd: 3, prices: new Map([[tokenNo(0), price]]) }));
      expect((await store.latest(LATER)).prices).toEqual([{ ...price, token: tokenNo(0), updatedAt: at }]);
    });

    it('returns already-exists for a taken grid point and changes nothing', async () => {
      await record(MIDNIGHT, [1]);
      expect(await store.record(aRun(MIDNIGHT, [2, 3], 90_000))).toEqual(taken);
      expect(await pointsOf(0)).toEqual([{ time: MIDNIGHT, usd: 1, btcUsd: 100_000 }]);
      expect(await pointsOf(1)).toEqual([]);
      expect((await store.latest(LATER)).prices).toHaveLength(1);
    });

    it('stores one of several racing runs of a grid point', async () => {
      const runs = Array.from({ length: 8 }, (_, n) => aRun(MIDNIGHT, [n + 1, n + 1], 100_000 + n));
      const results = await Promise.all(runs.map((run) => store.record(run)));
      expect(results.filter((result) => result.ok)).toHaveLength(1);
      const winner = results.findIndex((result) => result.ok);
      const point = { time: MIDNIGHT, usd: winner + 1, btcUsd: 100_000 + winner };
      expect([await pointsOf(0), await pointsOf(1)]).toEqual([[point], [point]]);
    });

    it('stores nothing of a run that contains an invalid price', async () => {
      for (const bad of [0, -1, NaN, Infinity]) {
        await expect(store.record(aRun(MIDNIGHT, [1, bad]))).rejects.toThrow('is not a price');
        await expect(store.record(aRun(MIDNIGHT, [1], bad))).rejects.toThrow('is not a price');
      }
      await expect(store.record(aRun(MIDNIGHT + 1, [1]))).rejects.toThrow('five-minute grid');
      expect(await store.latest(LATER)).toEqual({ prices: [] });
      expect(await store.record(aRun(MIDNIGHT, [1]))).toEqual(ok());
    });

    it('takes the grid point of a run without prices', async () => {
      await record(MIDNIGHT, []);
      expect(await store.record(aRun(MIDNIGHT, [1]))).toEqual(taken);
      expect((await store.latest(LATER)).run).toEqual({ at: new Date(MIDNIGHT * 1000), btcUsd: 100_000 });
    });

    it('keeps with the newest run which tokens it gave no price, and why', async () => {
      const run = { ...aRun(MIDNIGHT, [1]), unpriced: new Map([[tokenNo(1), 'no-route' as const]]) };
      unwrap(await store.record(run));
      expect((await store.latest(LATER)).run).toEqual({
        at: run.at,
        btcUsd: 100_000,
        unpriced: run.unpriced,
      });
      const later = { ...aRun(MIDNIGHT + DAY, [1]), unpriced: new Map() };
      unwrap(await store.record(later));
      expect((await store.latest(LATER)).run?.unpriced).toEqual(new Map());
      unwrap(await store.record({ ...aRun(MIDNIGHT + 300, [1]), unpriced: run.unpriced }));
      expect((await store.latest(LATER)).run?.unpriced).toEqual(new Map());
      await record(MIDNIGHT + DAY + 300, [1]);
      expect((await store.latest(LATER)).run).toEqual({
        at: new Date((MIDNIGHT + DAY + 300) * 1000),
        btcUsd: 100_000,
      });
    });

    it('keeps the last price of a token that is missing from a run', async () => {
      await record(MIDNIGHT, [1, 2]);
      await record(MIDNIGHT + 300, [3]);
      await record(MIDNIGHT + 2 * DAY, [4]);
      const { prices } = await store.latest(LATER);
      const told = prices.map(({ token, usd, updatedAt }) => [token, usd, updatedAt.getTime() / 1000]);
      expect(told.sort()).toEqual([
        [tokenNo(0), 4, MIDNIGHT + 2 * DAY],
        [tokenNo(1), 2, MIDNIGHT],
      ]);
    });

    it('keeps gaps and separates days at midnight UTC', async () => {
      const times = [-2 * DAY, -600, -300, 0, 300, 43_200 - 300, 43_200, DAY - 300, DAY].map(
        (t) => MIDNIGHT + t,
      );
      for (const [n, time] of times.entries()) await record(time, [n + 1]);
      expect((await pointsOf(0)).map(({ time }) => time)).toEqual(times);
      expect((await daysOf(0)).map(({ time, open, close, points }) => [time, open, close, points])).toEqual([
        [MIDNIGHT - 2 * DAY, 1, 1, 1],
        [MIDNIGHT - DAY, 2, 3, 2],
        [MIDNIGHT, 4, 8, 5],
        [MIDNIGHT + DAY, 9, 9, 1],
      ]);
    });

    it('includes the start of a window and excludes its end', async () => {
      for (let n = 0; n < 4; n++) await record(MIDNIGHT - 600 + n * 300, [n + 1]);
      const window = [MIDNIGHT - 300, MIDNIGHT + 300] as const;
      expect((await pointsOf(0, window)).map(({ usd }) => usd)).toEqual([2, 3]);
      expect((await daysOf(0, 'usd', [MIDNIGHT - DAY, MIDNIGHT])).map(({ close }) => close)).toEqual([2]);
      expect((await daysOf(0, 'usd', [MIDNIGHT - DAY + 1, MIDNIGHT + 1])).map(({ close }) => close)).toEqual([
        4,
      ]);
      expect(await daysOf(0, 'usd', [MIDNIGHT + 1, MIDNIGHT + DAY])).toEqual([]);
    });

    it('returns every price of a day that has already been read, also where the window ends within the day', async () => {
      const window = [MIDNIGHT, MIDNIGHT + 300] as const;
      for (const [n, time] of [MIDNIGHT, MIDNIGHT + 300].entries()) {
        await record(time, [n + 1]);
        expect((await daysOf(0, 'usd', window)).map(({ close }) => close)).toEqual([n + 1]);
      }
    });

    it('returns the same prices packed by day, in dollars and in sBTC', async () => {
      const times = [-DAY, -300, 0, 300, 43_200, DAY - 300, 2 * DAY].map((t) => MIDNIGHT + t);
      for (const [n, time] of times.entries()) await record(time, [n + 1, 7], 10 * (n + 1));
      const told = async (quote: 'usd' | 'sbtc', from: number, to: number) =>
        (await store.slots(tokenNo(0), quote, from, to)).flatMap(({ time, prices }) => [
          ...[...prices].flatMap((price, slot) => (price === 0 ? [] : [[time + 300 * slot, price]])),
          'end of day',
        ]);
      const end = 'end of day';
      const inUsd = times.map((time, n) => [time, n + 1]);
      expect(await told('usd', ...EVERYTHING)).toEqual([
        ...[...inUsd.slice(0, 2), end],
        ...[...inUsd.slice(2, 6), end],
        ...[inUsd[6], end],
      ]);
      expect(await told('usd', MIDNIGHT - 299, MIDNIGHT + 43_200)).toEqual([inUsd[2], inUsd[3], end]);
      expect(await told('sbtc', MIDNIGHT - 300, MIDNIGHT + 300)).toEqual([
        ...[[times[1], 2 / 20], end],
        ...[[times[2], 3 / 30], end],
      ]);
      expect(await told('usd', MIDNIGHT + 301, MIDNIGHT + 43_200)).toEqual([]);
      expect(await store.slots(tokenNo(5), 'sbtc', ...EVERYTHING)).toEqual([]);
    });

    it('returns packed prices that the caller may change', async () => {
      for (const time of [MIDNIGHT, MIDNIGHT + DAY]) await record(time, [1]);
      for (const { prices } of await store.slots(tokenNo(0), 'usd', ...EVERYTHING)) prices.fill(9);
      expect((await pointsOf(0)).map(({ usd }) => usd)).toEqual([1, 1]);
    });

    it('computes sBTC highs and lows with the bitcoin price of each moment', async () => {
      for (const start of [MIDNIGHT, MIDNIGHT + DAY]) {
        await record(start, [10], 100);
        await record(start + 300, [12], 200);
        await record(start + 600, [8], 50);
      }
      const candle = { open: 0.1, high: 0.16, low: 0.06, close: 0.16, points: 3 };
      expect(await daysOf(0, 'sbtc')).toEqual([
        { time: MIDNIGHT, ...candle },
        { time: MIDNIGHT + DAY, ...candle },
      ]);
    });

    it('accepts a run older than the newest one', async () => {
      await record(MIDNIGHT - 600, [1]);
      await record(MIDNIGHT + 300, [3]);
      await record(MIDNIGHT, [2, 7]);
      await record(MIDNIGHT - 300, [9]);
      expect((await pointsOf(0)).map(({ usd }) => usd)).toEqual([1, 9, 2, 3]);
      expect((await daysOf(0)).map(({ open, close, points }) => [open, close, points])).toEqual([
        [1, 9, 2],
        [2, 3, 2],
      ]);
      const { run, prices } = await store.latest(LATER);
      expect(run?.at).toEqual(new Date((MIDNIGHT + 300) * 1000));
      expect(prices.map(({ usd }) => usd).sort()).toEqual([3, 7]);
      expect(await store.record(aRun(MIDNIGHT, [5]))).toEqual(taken);
    });

    it('leaves out runs recorded for a future time, which hide nothing recorded after them', async () => {
      const told = async (time: number) => {
        const { run, prices } = await store.latest(new Date(time * 1000));
        const newest = prices.map(({ token, usd, updatedAt }) => [token, usd, updatedAt.getTime() / 1000]);
        return [run && run.at.getTime() / 1000, ...newest.sort()];
      };
      await record(MIDNIGHT, [1, 2]);
      const ahead = MIDNIGHT + 7_200;
      await record(ahead, [8, 9]);
      const first = [MIDNIGHT, [tokenNo(0), 1, MIDNIGHT], [tokenNo(1), 2, MIDNIGHT]];
      expect(await told(MIDNIGHT + 299)).toEqual(first);
      await record(MIDNIGHT + 300, [3]);
      const second = [MIDNIGHT + 300, [tokenNo(0), 3, MIDNIGHT + 300], [tokenNo(1), 2, MIDNIGHT]];
      expect(await told(MIDNIGHT + 300)).toEqual(second);
      expect(await told(ahead - 1)).toEqual(second);
      await record(ahead + 300, [4]);
      expect(await told(ahead + 300)).toEqual([
        ahead + 300,
        [tokenNo(0), 4, ahead + 300],
        [tokenNo(1), 9, ahead],
      ]);
      expect(await told(MIDNIGHT - 1)).toEqual([undefined]);
    });

    it.each([[[100]], [[100, 200]], [[1, 100, 100.5]]])(
      'returns new prices in full although runs %j days ahead were recorded before them',
      async (days) => {
        await record(MIDNIGHT, [1]);
        for (const ahead of days) await record(MIDNIGHT + ahead * DAY, [9]);
        for (const time of [MIDNIGHT + 300, MIDNIGHT + 600]) {
          await record(time, [time]);
          const at = new Date(time * 1000);
          expect(await store.latest(at)).toEqual({
            run: { at, btcUsd: 100_000 },
            prices: [{ ...aPrice(time), token: tokenNo(0), updatedAt: at }],
          });
        }
      },
    );

    it('scans every token of a window day by day', async () => {
      await record(MIDNIGHT - 300, [1]);
      await record(MIDNIGHT, [2, 3], 50_000);
      await record(MIDNIGHT + DAY, [4, 5]);
      const told = ({ token, time, usd, btcUsd }: DayOfPrices) =>
        [token, time, [...usd].filter(Boolean), btcUsd[usd.findIndex(Boolean)]] as const;
      const middle = (await scanned(MIDNIGHT, MIDNIGHT + DAY)).map(told);
      expect(middle).toHaveLength(2);
      expect(middle).toEqual(
        expect.arrayContaining([
          [tokenNo(0), MIDNIGHT, [2], 50_000],
          [tokenNo(1), MIDNIGHT, [3], 50_000],
        ]),
      );
      const times = (await scanned(...EVERYTHING)).map(({ time }) => (time - MIDNIGHT) / DAY);
      expect(times).toEqual([-1, 0, 0, 1, 1]);
    });

    it('is not affected when callers change what they passed in or got back', async () => {
      const run = aRun(MIDNIGHT, [1]);
      unwrap(await store.record(run));
      run.at.setTime(0);
      const { run: newest, prices } = await store.latest(LATER);
      newest?.at.setTime(0);
      prices[0]?.updatedAt.setTime(0);
      for (const { usd, btcUsd } of await scanned(...EVERYTHING))
        [usd, btcUsd].forEach((slots) => slots.fill(5));
      expect(await pointsOf(0)).toEqual([{ time: MIDNIGHT, usd: 1, btcUsd: 100_000 }]);
      const again = await store.latest(LATER);
      expect([again.run?.at, again.prices[0]?.updatedAt]).toEqual(Array(2).fill(new Date(MIDNIGHT * 1000)));
    });
  });
}
