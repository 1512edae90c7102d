import { describe, expect, it } from './framework.js';
import type { OperatorSession, SessionHash } from '../domain/operator/session.js';
import { err } from '../domain/shared/result.js';
import type { OperatorSessions, StorageAccess } from '../ports/index.js';
import { AN_OWNER, ANOTHER_OWNER, at } from './builders.js';
import { openEach, type StorageHarness } from './harness.js';

const hashOf = (digit: string) => digit.repeat(64) as SessionHash;

const aSession = (digit: string, more: Partial<OperatorSession> = {}): OperatorSession => ({
  hash: hashOf(digit),
  wallet: AN_OWNER,
  expiresAt: at(10),
  ...more,
});

export function operatorSessionsContract(harness: StorageHarness): void {
  describe(`OperatorSessions: ${harness.name}`, () => {
    let ports: StorageAccess;
    let sessions: OperatorSessions;
    openEach(harness, (opened) => {
      ports = opened;
      sessions = ports.operatorSessions;
    });

    it('returns a session exactly by its hash, several of one wallet too', async () => {
      const other = aSession('b', { expiresAt: at(11) });
      const foreign = aSession('c', { wallet: ANOTHER_OWNER });
      for (const session of [aSession('a'), other, foreign]) await sessions.insert(session);
      expect(await sessions.find(hashOf('a'))).toStrictEqual(aSession('a'));
      expect(await sessions.find(hashOf('b'))).toStrictEqual(other);
      expect(await sessions.find(hashOf('c'))).toStrictEqual(foreign);
      expect(await sessions.find(hashOf('d'))).toBeUndefined();
    });

    it('stores no hash twice', async () => {
      await sessions.insert(aSession('a'));
      await expect(sessions.insert(aSession('a', { wallet: ANOTHER_OWNER }))).rejects.toThrow();
      expect(await sessions.find(hashOf('a'))).toStrictEqual(aSession('a'));
    });

    it('deletes one session and no other, also one that is not there', async () => {
      await sessions.insert(aSession('a'));
      await sessions.insert(aSession('b'));
      await sessions.delete(hashOf('a'));
      await sessions.delete(hashOf('a'));
      expect(await sessions.find(hashOf('a'))).toBeUndefined();
      expect(await sessions.find(hashOf('b'))).toStrictEqual(aSession('b'));
    });

    it('deletes exactly the sessions that expired before now', async () => {
      await sessions.insert(aSession('a', { expiresAt: at(9) }));
      await sessions.insert(aSession('b', { expiresAt: at(10) }));
      await sessions.deleteExpired(at(10));
      expect(await sessions.find(hashOf('a'))).toBeUndefined();
      expect(await sessions.find(hashOf('b'))).toBeDefined();
    });

    it('keeps the given number of a wallet’s sessions, those that expire last, and all sessions of other wallets', async () => {
      const foreign = aSession('f', { wallet: ANOTHER_OWNER, expiresAt: at(1) });
      const mine = ['a', 'b', 'c', 'd'].map((digit, n) => aSession(digit, { expiresAt: at(10 - n) }));
      for (const session of [foreign, ...mine]) await sessions.insert(session);
      await sessions.deleteBeyond(AN_OWNER, 2);
      await sessions.deleteBeyond(ANOTHER_OWNER, 2);
      const left = await Promise.all(['a', 'b', 'c', 'd', 'f'].map((digit) => sessions.find(hashOf(digit))));
      expect(left.map((each) => each?.hash[0])).toEqual(['a', 'b', undefined, undefined, 'f']);
    });

    it('keeps nothing of a unit of work that fails', async () => {
      await sessions.insert(aSession('a'));
      await ports.unitOfWork.run(async (unit) => {
        await unit.operatorSessions.insert(aSession('b'));
        await unit.operatorSessions.delete(hashOf('a'));
        return err('rolled back');
      });
      expect(await sessions.find(hashOf('a'))).toBeDefined();
      expect(await sessions.find(hashOf('b'))).toBeUndefined();
    });

    it('is not affected when callers change what they passed in or got back', async () => {
      const mine = structuredClone(aSession('a'));
      await sessions.insert(mine);
      mine.expiresAt.setTime(0);
      (await sessions.find(hashOf('a')))?.expiresAt.setTime(0);
      expect(await sessions.find(hashOf('a'))).toStrictEqual(aSession('a'));
    });
  });
}
