import { afterAll, beforeEach, describe, expect, it } from './framework.js';
import { err, ok } from '../domain/shared/result.js';
import type { DatabaseHome } from '../ports/index.js';
import { T0, uuidOf } from './builders.js';
import type { OpenedStorage, StorageHarness } from './harness.js';

export function databaseHomeContract(harness: StorageHarness): void {
  describe(`DatabaseHome: ${harness.name}`, () => {
    let storage: OpenedStorage;
    let home: DatabaseHome;

    beforeEach(async () => {
      await storage?.close();
      storage = await harness.open();
      home = storage.ports.databaseHome;
    });
    afterAll(() => storage.close());

    it('is not displaced where it was made, however often it is noted to be in use', async () => {
      expect(await home.displaced()).toBeUndefined();
      for (let n = 0; n < 3; n++) await home.beat();
      expect(await home.displaced()).toBeUndefined();
    });

    it('stays displaced, in its first kind, until it is settled, and says what it holds', async () => {
      await storage.ports.events.append(uuidOf(1), { type: 'created', at: T0, facts: {} });
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
      const seen = await storage.ports.unitOfWork.run(async (unit) =>
        ok(await unit.databaseHome.displaced()),
      );
      expect(seen).toMatchObject({ value: { kind: 'restored' } });
      await storage.ports.unitOfWork.run(async (unit) => {
        await unit.databaseHome.settle();
        return err('rolled back');
      });
      expect(await home.displaced()).toMatchObject({ kind: 'restored' });
    });
  });
}
