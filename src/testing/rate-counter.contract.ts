import { describe, expect, it } from './framework.js';
import type { RateCounter } from '../ports/api-keys.js';
import { keyIdOf } from './api-keys.js';
import { T0 } from './builders.js';
import { openEach, type StorageHarness } from './harness.js';

const window = (n: number) => new Date(T0.getTime() + n * 60_000);

export function rateCounterContract(harness: StorageHarness): void {
  describe(`RateCounter: ${harness.name}`, () => {
    let rates: RateCounter;
    openEach(harness, (opened) => (rates = opened.rates));

    it('returns the count before the addition', async () => {
      expect(await rates.add(keyIdOf(1), T0, 1)).toBe(0);
      expect(await rates.add(keyIdOf(1), T0, 7)).toBe(1);
      expect(await rates.add(keyIdOf(1), T0, 1)).toBe(8);
    });

    it('counts each key and each window separately', async () => {
      await rates.add(keyIdOf(1), window(0), 5);
      expect(await rates.add(keyIdOf(2), window(0), 1)).toBe(0);
      expect(await rates.add(keyIdOf(1), window(1), 1)).toBe(0);
      expect(await rates.add(keyIdOf(1), window(0), 1)).toBe(5);
    });

    it('gives concurrent callers disjoint ranges', async () => {
      const counts = Array.from({ length: 40 }, (_, n) => (n % 4) + 1);
      const befores = await Promise.all(counts.map((count) => rates.add(keyIdOf(1), T0, count)));
      const places = befores.flatMap((before, n) => Array.from({ length: counts[n]! }, (_, i) => before + i));
      expect(places.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, place) => place));
    });

    it('deletes exactly the windows that started before the given time', async () => {
      for (const n of [0, 1, 2]) await rates.add(keyIdOf(1), window(n), 9);
      await rates.deleteBefore(window(1));
      expect(await rates.add(keyIdOf(1), window(0), 1)).toBe(0);
      expect(await rates.add(keyIdOf(1), window(1), 1)).toBe(9);
      expect(await rates.add(keyIdOf(1), window(2), 1)).toBe(9);
    });
  });
}
