import { describe, expect, it } from './framework.js';
import { err, ok } from '../domain/shared/result.js';
import type { DatabaseHome, StorageAccess } from '../ports/index.js';
import { T0, uuidOf } from './builders.js';
import { openEach, type StorageHarness } from './harness.js';

export function databaseHomeContract(harness: StorageHarness): void {
  describe(`DatabaseHome: ${harness.name}`, () => {
    let ports: StorageAccess;
    let home: DatabaseHome;
    openEach(harness, (opened) => {
      ports = opened;
      home = ports.databaseHome;
    });

    it('is not displaced in its original place, however often it is marked as used', async () => {
      expect(await home.displaced()).toBeUndefined();
      for (let n = 0; n < 3; n++) await home.beat();
      expect(await home.displaced()).toBeUndefined();
    });

    it('continues one line of commits, however often it is marked as used', async () => {
      const before = await home.history();
      await home.beat();
      expect(await home.history()).toEqual(before);
    });

    it('stays displaced, with its first kind, until that is settled, and says what it holds', async () => {
      await ports.events.append({ uuid: uuidOf(1), event: { type: 'created', at: T0, facts: {} } });
      await home.displace('restored');
      await home.displace('went-back');
      await home.beat();
      expect(await home.displaced()).toMatchObject({ kind: 'restored', newest: T0 });
      await home.settle();
      expect(await home.displaced()).toBeUndefined();
      await home.displace('went-back');
      expect(await home.displaced()).toMatchObject({ kind: 'went-back' });
    });

    it('shows a unit of work what was stored before it, and keeps nothing of one that fails', async () => {
      await home.displace('restored');
      const seen = await ports.unitOfWork.run(async (unit) => ok(await unit.databaseHome.displaced()));
      expect(seen).toMatchObject({ value: { kind: 'restored' } });
      await ports.unitOfWork.run(async (unit) => {
        await unit.databaseHome.settle();
        return err('rolled back');
      });
      expect(await home.displaced()).toMatchObject({ kind: 'restored' });
    });
  });
}
