import { describe, expect, it } from './framework.js';
import { answerClaim, claimFor } from '../domain/idempotency/idempotency.js';
import { err, ok } from '../domain/shared/result.js';
import type { IdempotencyLog } from '../ports/request-logs.js';
import { T0 } from './builders.js';
import type { StorageAccess } from '../ports/index.js';
import { openEach, type StorageHarness } from './harness.js';

const at = (ms: number) => new Date(T0.getTime() + ms);
const [A, B] = ['a'.repeat(64), 'b'.repeat(64)];
const [ONE, TWO] = ['1'.repeat(64), '2'.repeat(64)];
const stale = err({ kind: 'stale-version' });

const aClaim = (id = A, fingerprint = ONE, now = T0) => claimFor(id, fingerprint, now);
const answered = (claim = aClaim(), answer = '{"status":200,"body":"ü\\n"}') =>
  answerClaim(claim, answer, at(7));

export function idempotencyLogContract(harness: StorageHarness): void {
  describe(`IdempotencyLog: ${harness.name}`, () => {
    let ports: StorageAccess;
    let log: IdempotencyLog;
    openEach(harness, (opened) => {
      ports = opened;
      log = ports.idempotency;
    });

    it('finds nothing and refuses to replace when the id was never inserted', async () => {
      expect(await log.find(A)).toBeUndefined();
      expect(await log.replace(aClaim(), answered())).toEqual(stale);
      await log.delete(aClaim());
    });

    it('returns claims and responses exactly as they were stored', async () => {
      expect(await log.insert(aClaim())).toEqual(ok());
      expect(await log.insert(answered(aClaim(B), ''))).toEqual(ok());
      expect(await log.find(A)).toStrictEqual(aClaim());
      expect(await log.find(B)).toStrictEqual(answered(aClaim(B), ''));
    });

    it('stores one of several racing inserts of an id, and keeps that one', async () => {
      const claims = Array.from({ length: 20 }, (_, n) => aClaim(A, ONE, at(n)));
      const results = await Promise.all(claims.map((claim) => log.insert(claim)));
      expect(results.filter((result) => result.ok)).toHaveLength(1);
      const winner = claims[results.findIndex((result) => result.ok)];
      expect(await log.find(A)).toStrictEqual(winner);
    });

    it('replaces a claim with its response once, and refuses the second time', async () => {
      await log.insert(aClaim());
      expect(await log.replace(aClaim(), answered())).toEqual(ok());
      expect(await log.replace(aClaim(), answered(aClaim(), 'another'))).toEqual(stale);
      expect(await log.find(A)).toStrictEqual(answered());
    });

    it('lets one of several racing replacements of an entry win', async () => {
      await log.insert(aClaim());
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, n) => log.replace(aClaim(), aClaim(A, ONE, at(60_000 + n)))),
      );
      expect(results.filter((result) => result.ok)).toHaveLength(1);
    });

    it.each([
      ['time', aClaim(A, ONE, at(1))],
      ['payload', aClaim(A, TWO)],
      ['state', answered()],
      ['id', aClaim(B)],
    ])('neither replaces nor deletes an entry whose %s differs from the known one', async (_, known) => {
      await log.insert(aClaim());
      expect(await log.replace(known, answered())).toEqual(stale);
      await log.delete(known);
      expect(await log.find(A)).toStrictEqual(aClaim());
    });

    it('replaces a finished request with a new claim under the same id', async () => {
      await log.insert(answered());
      const next = aClaim(A, TWO, at(99));
      expect(await log.replace(answered(), next)).toEqual(ok());
      expect(await log.find(A)).toStrictEqual(next);
    });

    it('accepts an id again after its entry was deleted', async () => {
      await log.insert(aClaim());
      await log.delete(aClaim());
      expect(await log.find(A)).toBeUndefined();
      expect(await log.insert(aClaim(A, TWO))).toEqual(ok());
    });

    it('deletes exactly the entries that expired before now', async () => {
      await log.insert(aClaim(A));
      await log.insert(aClaim(B, ONE, at(1)));
      await log.deleteExpired(aClaim(B, ONE, at(1)).expiresAt);
      expect(await log.find(A)).toBeUndefined();
      expect(await log.find(B)).toBeDefined();
    });

    it('is not affected when callers change what they passed in or got back', async () => {
      const mine = structuredClone(aClaim());
      await log.insert(mine);
      mine.claimedAt.setTime(0);
      (await log.find(A))?.expiresAt.setTime(0);
      expect(await log.find(A)).toStrictEqual(aClaim());
    });

    it('loses an insert when its unit of work rolls back', async () => {
      await ports.unitOfWork.run(async ({ idempotency }) => {
        await idempotency.insert(aClaim());
        return err('no');
      });
      expect(await log.find(A)).toBeUndefined();
    });
  });
}
