import { describe, expect, it } from './framework.js';
import { CLOCK_TOLERANCE_MS, scopeId, type CancelTimer } from '../domain/cancel-timer/cancel-timer.js';
import { ok } from '../domain/shared/result.js';
import type { CancelTimers, StorageAccess } from '../ports/index.js';
import { keyIdOf } from './api-keys.js';
import { AN_OWNER, ANOTHER_OWNER, at } from './builders.js';
import { openEach, type StorageHarness } from './harness.js';

const armed = (scope: CancelTimer['scope'], since: number, seconds = 60): CancelTimer => ({
  scope,
  armed: { seconds, since: at(since), firesAt: at(since + seconds * 1_000) },
});
const OWNERS = { owner: AN_OWNER };
const KEYS = { owner: AN_OWNER, keyId: keyIdOf(1) };

export function cancelTimersContract(harness: StorageHarness): void {
  describe(`CancelTimers: ${harness.name}`, () => {
    let ports: StorageAccess;
    let timers: CancelTimers;
    openEach(harness, (opened) => {
      ports = opened;
      timers = ports.cancelTimers;
    });

    it('keeps one timer for each owner and each key, and replaces it as a whole', async () => {
      expect(await timers.find(scopeId(OWNERS))).toBeUndefined();
      await timers.save(armed(OWNERS, 0));
      await timers.save(armed(KEYS, 5));
      const fired = { scope: OWNERS, fired: { at: at(9), isEnding: true } };
      await timers.save(fired);
      expect(await timers.find(scopeId(OWNERS))).toStrictEqual(fired);
      expect(await timers.find(scopeId(KEYS))).toStrictEqual(armed(KEYS, 5));
      const both = { ...armed(OWNERS, 7), fired: { at: at(9), isEnding: false } };
      await timers.save(both);
      expect(await timers.find(scopeId(OWNERS))).toStrictEqual(both);
      await timers.delete(scopeId(OWNERS));
      expect(await timers.find(scopeId(OWNERS))).toBeUndefined();
    });

    it('lists timers from the moment at which they fire, longest due first', async () => {
      await timers.save(armed(OWNERS, 1));
      await timers.save(armed(KEYS, 0));
      await timers.save(armed({ owner: ANOTHER_OWNER }, 0, 90));
      await timers.save({ scope: { owner: ANOTHER_OWNER, keyId: keyIdOf(2) } });
      expect(await timers.listDue(at(59_999), 9)).toEqual([]);
      expect(await timers.listDue(at(60_000), 9)).toStrictEqual([armed(KEYS, 0)]);
      expect(await timers.listDue(at(60_001), 9)).toStrictEqual([armed(KEYS, 0), armed(OWNERS, 1)]);
      expect(await timers.listDue(at(60_001), 1)).toStrictEqual([armed(KEYS, 0)]);
    });

    it('lists timers that were renewed after the time, beyond the tolerance between clocks', async () => {
      await timers.save(armed(OWNERS, 100_000));
      expect(await timers.listDue(at(100_000 - CLOCK_TOLERANCE_MS), 9)).toEqual([]);
      expect(await timers.listDue(at(100_000 - CLOCK_TOLERANCE_MS - 1), 9)).toHaveLength(1);
    });

    it('lists timers that are still ending orders, in the order in which they fired', async () => {
      const ending = (scope: CancelTimer['scope'], ms: number, isEnding = true): CancelTimer => ({
        scope,
        fired: { at: at(ms), isEnding },
      });
      await timers.save(ending(OWNERS, 2));
      await timers.save({ ...ending(KEYS, 1), ...armed(KEYS, 3) });
      await timers.save(ending({ owner: ANOTHER_OWNER }, 0, false));
      const listed = await timers.listEnding(9);
      expect(listed.map(({ scope }) => scope)).toStrictEqual([KEYS, OWNERS]);
      expect(await timers.listEnding(1)).toHaveLength(1);
    });

    it('deletes only timers that are not armed and have ended their orders before the time', async () => {
      const fired = (keyId: number, ms: number, isEnding = false): CancelTimer => ({
        scope: { owner: AN_OWNER, keyId: keyIdOf(keyId) },
        fired: { at: at(ms), isEnding },
      });
      const kept = [fired(1, 5), fired(2, 4, true), { ...fired(3, 4), ...armed(fired(3, 4).scope, 0) }];
      const gone = [fired(4, 4), { scope: { owner: ANOTHER_OWNER } }];
      for (const timer of [...kept, ...gone]) await timers.save(timer);
      await timers.deleteFiredBefore(at(5));
      const left = await Promise.all([...kept, ...gone].map(({ scope }) => timers.find(scopeId(scope))));
      expect(left.map((timer) => timer !== undefined)).toEqual([true, true, true, false, false]);
    });

    it('fires once for processes that race under the lock of the scope', async () => {
      await timers.save(armed(OWNERS, 0));
      const fired = await Promise.all(
        Array.from({ length: 8 }, () =>
          ports.unitOfWork.run<boolean, never>(async (tx) => {
            await tx.lock('cancel-timer:1');
            const isArmed = (await tx.cancelTimers.find(scopeId(OWNERS)))?.armed !== undefined;
            if (isArmed) await tx.cancelTimers.save({ scope: OWNERS, fired: { at: at(1), isEnding: true } });
            return ok(isArmed);
          }),
        ),
      );
      expect(fired.filter((each) => each.ok && each.value)).toHaveLength(1);
    });
  });
}
