import { describe, expect, it } from './framework.js';
import { U64_MAX, toUnits } from '../domain/shared/units.js';
import { ok } from '../domain/shared/result.js';
import type { KeySpendingLog, StorageAccess } from '../ports/index.js';
import { aSpending, keyIdOf } from './api-keys.js';
import { uuidOf } from './builders.js';
import { openEach, type StorageHarness } from './harness.js';

const TODAY = aSpending(1).day;
const TOMORROW = new Date(TODAY.getTime() + 86_400_000);

export function keySpendingContract(harness: StorageHarness): void {
  describe(`KeySpendingLog: ${harness.name}`, () => {
    let ports: StorageAccess;
    let log: KeySpendingLog;
    openEach(harness, (opened) => {
      ports = opened;
      log = ports.keySpending;
    });

    it('lists each order of a day once, however often it was begun', async () => {
      const large = aSpending(1, { order: uuidOf(2), amount: toUnits(U64_MAX) });
      for (const each of [large, aSpending(1), aSpending(1), aSpending(2), aSpending(1, { day: TOMORROW })])
        await log.begin(each);
      expect(await log.list([keyIdOf(1)], TODAY)).toStrictEqual([aSpending(1), large]);
      expect(await log.list([keyIdOf(2), keyIdOf(3)], TODAY)).toStrictEqual([aSpending(2)]);
      expect(await log.list([], TODAY)).toEqual([]);
    });

    it('keeps an order until as many attempts are taken back as were begun', async () => {
      for (let n = 0; n < 2; n++) await log.begin(aSpending(1));
      await log.takeBack(aSpending(1));
      expect(await log.list([keyIdOf(1)], TODAY)).toStrictEqual([aSpending(1)]);
      await log.takeBack(aSpending(1));
      await log.takeBack(aSpending(1));
      expect(await log.list([keyIdOf(1)], TODAY)).toEqual([]);
      await log.begin(aSpending(1));
      expect(await log.list([keyIdOf(1)], TODAY)).toStrictEqual([aSpending(1)]);
    });

    it('lets racing units of work that lock the key see what the others counted', async () => {
      const admitted = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          ports.unitOfWork.run<boolean, never>(async (tx) => {
            await tx.lock('api-key-spending:1');
            const isFull = (await tx.keySpending.list([keyIdOf(1)], TODAY)).length >= 3;
            if (!isFull) await tx.keySpending.begin(aSpending(1, { order: uuidOf(n + 1) }));
            return ok(!isFull);
          }),
        ),
      );
      expect(admitted.filter((each) => each.ok && each.value)).toHaveLength(3);
    });

    it('deletes exactly the days before the given one', async () => {
      await log.begin(aSpending(1));
      await log.begin(aSpending(1, { day: TOMORROW }));
      await log.deleteBefore(TOMORROW);
      expect(await log.list([keyIdOf(1)], TODAY)).toEqual([]);
      expect(await log.list([keyIdOf(1)], TOMORROW)).toHaveLength(1);
    });
  });
}
