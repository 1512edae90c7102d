import { describe, expect, it } from './framework.js';
import { revoke, type ApiKey } from '../domain/api-key/api-key.js';
import type { TokenPair } from '../domain/order/terms/token-pair.js';
import { STX } from '../domain/shared/contract-id.js';
import { ok } from '../domain/shared/result.js';
import { toUnits, U128_MAX } from '../domain/shared/units.js';
import type { ApiKeyRepository } from '../ports/api-keys.js';
import { aKey, aSpending, aUsage, keyIdOf } from './api-keys.js';
import { AN_OPERATOR, AN_OWNER, T0, at } from './builders.js';
import type { StorageAccess } from '../ports/index.js';
import { openEach, type StorageHarness } from './harness.js';

const named = (n: number, name: string, overrides: Partial<ApiKey> = {}) =>
  aKey(n, { terms: { name, permissions: ['cancel'] }, ...overrides });

export function apiKeyRepositoryContract(harness: StorageHarness): void {
  describe(`ApiKeyRepository: ${harness.name}`, () => {
    let ports: StorageAccess;
    let keys: ApiKeyRepository;
    openEach(harness, (opened) => {
      ports = opened;
      keys = ports.apiKeys;
    });

    it('finds a stored key by id and by hash, and no other', async () => {
      const full = aKey(1, {
        terms: { name: 'A b-c_9', permissions: ['create', 'cancel', 'execute'], expiresAt: at(1) },
        revokedAt: at(2),
      });
      await keys.insert(full);
      await keys.insert(aKey(2));
      expect(await keys.findById(full.id)).toStrictEqual(full);
      expect(await keys.findByHash(full.hash)).toStrictEqual(full);
      expect(await keys.findById(keyIdOf(2))).toStrictEqual(aKey(2));
      expect(await keys.findById(keyIdOf(3))).toBeUndefined();
      expect(await keys.findByHash(aKey(3).hash)).toBeUndefined();
    });

    it('returns the limits of a key exactly, and none for a key without', async () => {
      const limits = {
        pairs: [[`${AN_OWNER}.a`, STX]] as unknown as readonly TokenPair[],
        plans: ['dca', 'ü "'],
        dailyAmounts: [{ token: STX, amount: toUnits(U128_MAX) }],
        addresses: ['203.0.113.0/24', '2001:db8::1'],
      };
      const limited = aKey(1, { terms: { name: 'bot', permissions: ['read'], limits } });
      await keys.insert(limited);
      await keys.insert(aKey(2));
      expect(await keys.findById(limited.id)).toStrictEqual(limited);
      expect(await keys.findById(keyIdOf(2))).toStrictEqual(aKey(2));
    });

    it('throws for an id or a hash that is taken, and keeps the first key', async () => {
      await keys.insert(aKey(1));
      await expect(keys.insert(aKey(1, { hash: aKey(2).hash }))).rejects.toThrow();
      await expect(keys.insert(aKey(2, { hash: aKey(1).hash }))).rejects.toThrow();
      expect(await keys.listByOwner(AN_OWNER)).toStrictEqual([aKey(1)]);
    });

    it('lists the owner’s keys, newest first', async () => {
      const stored = [
        aKey(3, { createdAt: at(1) }),
        aKey(1, { createdAt: at(2) }),
        aKey(2, { createdAt: at(2) }),
        aKey(4, { owner: AN_OPERATOR }),
      ];
      for (const key of stored) await keys.insert(key);
      expect((await keys.listByOwner(AN_OWNER)).map(({ id }) => id)).toEqual([2, 1, 3].map(keyIdOf));
      expect((await keys.listByOwner(AN_OPERATOR)).map(({ id }) => id)).toEqual([keyIdOf(4)]);
    });

    it('lists all keys by id, revoked ones too, a page at a time', async () => {
      for (const n of [3, 1, 2]) await keys.insert(aKey(n, n === 2 ? { revokedAt: at(1) } : {}));
      expect((await keys.listBehind(undefined, 2)).map(({ id }) => id)).toEqual([1, 2].map(keyIdOf));
      expect((await keys.listBehind(keyIdOf(2), 2)).map(({ id }) => id)).toEqual([keyIdOf(3)]);
    });

    it('returns the revocation from every read after an update, and throws for an unknown key', async () => {
      const key = aKey(1);
      await keys.insert(key);
      const revoked = revoke(key, at(5));
      await keys.update(revoked);
      expect(await keys.findById(key.id)).toStrictEqual(revoked);
      expect(await keys.findByHash(key.hash)).toStrictEqual(revoked);
      expect(await keys.listByOwner(AN_OWNER)).toStrictEqual([revoked]);
      await expect(keys.update(aKey(2))).rejects.toThrow();
    });

    it("lists an owner's unrevoked keys of exactly that name", async () => {
      await keys.insert(named(1, 'bot'));
      await keys.insert(named(2, 'bot', { revokedAt: T0 }));
      await keys.insert(named(3, 'Bot'));
      await keys.insert(named(4, 'bot', { owner: AN_OPERATOR }));
      const found = async (name: string) => (await keys.listUnrevoked(AN_OWNER, name)).map(({ id }) => id);
      expect(await found('bot')).toEqual([keyIdOf(1)]);
      expect(await found('Bot')).toEqual([keyIdOf(3)]);
      expect(await found('other')).toEqual([]);
      await keys.update(revoke(named(1, 'bot'), at(1)));
      expect(await found('bot')).toEqual([]);
    });

    it('stores one key per name when racing units of work check it under its lock', async () => {
      const results = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          ports.unitOfWork.run(async (tx) => {
            await tx.lock('bot');
            const taken = await tx.apiKeys.listUnrevoked(AN_OWNER, 'bot');
            if (taken.length > 0) return ok(false);
            await tx.apiKeys.insert(named(n + 1, 'bot'));
            return ok(true);
          }),
        ),
      );
      expect(results.filter((result) => result.ok && result.value)).toHaveLength(1);
      expect(await keys.listByOwner(AN_OWNER)).toHaveLength(1);
    });

    it('deletes keys with their usage, and no other key', async () => {
      for (const n of [1, 2]) {
        await keys.insert(aKey(n));
        await ports.apiKeyActivity.record([aUsage(n, 5)]);
        await ports.keySpending.begin(aSpending(n));
      }
      await keys.delete([]);
      await keys.delete([keyIdOf(1), keyIdOf(3)]);
      expect(await keys.findById(keyIdOf(1))).toBeUndefined();
      expect(await keys.findByHash(aKey(1).hash)).toBeUndefined();
      expect((await keys.listByOwner(AN_OWNER)).map(({ id }) => id)).toEqual([keyIdOf(2)]);
      const used = await ports.apiKeyActivity.listUsage([keyIdOf(1), keyIdOf(2)]);
      expect([...used.keys()]).toEqual([keyIdOf(2)]);
      expect(await ports.apiKeyActivity.listRecent(keyIdOf(1))).toEqual([]);
      expect(await ports.apiKeyActivity.listRecent(keyIdOf(2))).not.toEqual([]);
      const spent = await ports.keySpending.list([keyIdOf(1), keyIdOf(2)], aSpending(2).day);
      expect(spent).toEqual([aSpending(2)]);
    });
  });
}
