import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { memoryStorage } from '../../../src/adapters/memory/index.js';
import { readPastPrices } from '../../../src/application/prices/read-past-prices.js';
import { LOOK_BACK_SECONDS, pointAt } from '../../../src/domain/price-series/price-times.js';
import { DAY_SECONDS, GRID_SECONDS } from '../../../src/domain/price-series/price.js';
import { A_TOKEN, A_SUBNET_TOKEN, T0 } from '../../support/builders.js';
import { runs } from '../../support/properties.js';

const START = Math.floor(T0.getTime() / 1_000 / DAY_SECONDS) * DAY_SECONDS - 200 * DAY_SECONDS;
const someTime = fc.integer({ min: 0, max: 200 * DAY_SECONDS }).map((offset) => START + offset);
const someSlot = someTime.map((time) => Math.floor(time / GRID_SECONDS) * GRID_SECONDS);

describe('prices at many times', () => {
  it('are those that a search through each token’s history finds, a day back at most', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(someSlot, { maxLength: 30 }),
        fc.array(fc.oneof(someTime, someSlot), { maxLength: 20 }),
        async (slots, times) => {
          const storage = memoryStorage();
          const all = slots.map((time, n) => ({ token: A_TOKEN, time, usd: n + 1, btcUsd: 1 }));
          await storage.priceArchive.importPrices(all);
          // Also the times right at, before and after what is recorded.
          const asked = [...times, ...slots.flatMap((time) => [time - 1, time, time + DAY_SECONDS])];
          const priceAt = await readPastPrices(
            storage.prices,
            new Map([
              [A_TOKEN, asked],
              [A_SUBNET_TOKEN, asked],
            ]),
          );
          const points = all.toSorted((a, b) => a.time - b.time);
          for (const time of asked) {
            const point = pointAt(points, time);
            const isRecent = point !== undefined && point.time >= time - LOOK_BACK_SECONDS;
            expect([time, priceAt(A_TOKEN, time)]).toEqual([time, isRecent ? point.usd : undefined]);
            expect(priceAt(A_SUBNET_TOKEN, time)).toBeUndefined();
          }
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it('are read in a few reads of at most 60 days each, however many the times', async () => {
    const { prices } = memoryStorage();
    const reads: number[] = [];
    const counting: Pick<typeof prices, 'slots'> = {
      slots: (token, quote, from, to) => {
        reads.push((to - from) / DAY_SECONDS);
        return prices.slots(token, quote, from, to);
      },
    };
    const hourly = Array.from({ length: 90 * 24 }, (_, n) => START + n * 3_600);
    await readPastPrices(counting, new Map([[A_TOKEN, hourly]]));
    expect(reads).toEqual([61, 31]);
  });
});
