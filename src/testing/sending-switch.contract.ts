import { describe, expect, it } from './framework.js';
import { err, ok } from '../domain/shared/result.js';
import type { SendingSwitch, StorageAccess } from '../ports/index.js';
import { T0 } from './builders.js';
import { openEach, type StorageHarness } from './harness.js';

const PAUSED = { isPaused: true, at: T0, by: 'alice@host', reason: 'a vault pays "too much" 🛑' } as const;
const RESUMED = { isPaused: false, at: new Date(T0.getTime() + 1), by: 'bob@host' } as const;

export function sendingSwitchContract(harness: StorageHarness): void {
  describe(`SendingSwitch: ${harness.name}`, () => {
    let ports: StorageAccess;
    let sendingSwitch: SendingSwitch;
    openEach(harness, (opened) => {
      ports = opened;
      sendingSwitch = ports.sendingSwitch;
    });

    it('has no position before it is set', async () => {
      expect(await sendingSwitch.position()).toBeUndefined();
    });

    it('returns the last position exactly, with or without a reason', async () => {
      await sendingSwitch.set(PAUSED);
      expect(await sendingSwitch.position()).toStrictEqual(PAUSED);
      await sendingSwitch.set(RESUMED);
      expect(await sendingSwitch.position()).toStrictEqual(RESUMED);
      await sendingSwitch.set(PAUSED);
      expect(await sendingSwitch.position()).toStrictEqual(PAUSED);
    });

    it('shows a unit of work what was set before it, and keeps nothing of one that fails', async () => {
      await sendingSwitch.set(RESUMED);
      const seen = await ports.unitOfWork.run(async (unit) => ok(await unit.sendingSwitch.position()));
      expect(seen).toEqual(ok(RESUMED));
      await ports.unitOfWork.run(async (unit) => {
        await unit.sendingSwitch.set(PAUSED);
        return err('rolled back');
      });
      expect(await sendingSwitch.position()).toStrictEqual(RESUMED);
    });
  });
}
