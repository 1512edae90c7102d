import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { answerClaim, claimFor } from '../../src/domain/idempotency/kept-answer.js';
import { err, ok } from '../../src/domain/shared/result.js';
import type { IdempotencyLog } from '../../src/ports/idempotency-log.js';
import { T0 } from '../support/builders.js';
import type { OpenedStorage, StorageHarness } from '../support/harnesses.js';

const at = (ms: number) => new Date(T0.getTime() + ms);
const [A, B] = ['a'.repeat(64), 'b'.repeat(64)];
const [ONE, TWO] = ['1'.repeat(64), '2'.repeat(64)];
const stale = err({ kind: 'stale-version' });

const aClaim = (id = A, fingerprint = ONE, now = T0) => claimFor(id, fingerprint, now);
const answered = (claim = aClaim(), answer = '{"status":200,"body":"ü\\n"}') =>
  answerClaim(claim, answer, at(7));

export function idempotencyLogContract(harness: StorageHarness): void {
  describe(`IdempotencyLog: ${harness.name}`, () => {
    let storage: OpenedStorage;
    let log: IdempotencyLog;

    beforeEach(async () => {
      await storage?.close();
      storage = await harness.open();
      log = storage.ports.idempotency;
    });
    afterAll(() => storage.close());

    it('knows no request that never came', async () => {
      expect(await log.find(A)).toBeUndefined();
      expect(await log.replace(aClaim(), answered())).toEqual(stale);
      await log.delete(aClaim());
    });

    it('gives back exactly what was stored', async () => {
      expect(await log.insert(aClaim())).toEqual(ok());
      expect(await log.insert(answered(aClaim(B), ''))).toEqual(ok());
      expect(await log.find(A)).toStrictEqual(aClaim());
      expect(await log.find(B)).toStrictEqual(answered(aClaim(B), ''));
    });

    it('takes one of several copies that race, and keeps it', async () => {
      const claims = Array.from({ length: 20 }, (_, n) => aClaim(A, ONE, at(n)));
      const results = await Promise.all(claims.map((claim) => log.insert(claim)));
      expect(results.filter((result) => result.ok)).toHaveLength(1);
      const winner = claims[results.findIndex((result) => result.ok)];
      expect(await log.find(A)).toStrictEqual(winner);
    });

    it('replaces a claim by its answer, once', async () => {
      await log.insert(aClaim());
      expect(await log.replace(aClaim(), answered())).toEqual(ok());
      expect(await log.replace(aClaim(), answered(aClaim(), 'another'))).toEqual(stale);
      expect(await log.find(A)).toStrictEqual(answered());
    });

    it('lets one of those that race take the place of an entry', async () => {
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
    ])('leaves an entry of another %s alone', async (_, known) => {
      await log.insert(aClaim());
      expect(await log.replace(known, answered())).toEqual(stale);
      await log.delete(known);
      expect(await log.find(A)).toStrictEqual(aClaim());
    });

    it('takes another request in the place of one that is over', async () => {
      await log.insert(answered());
      const next = aClaim(A, TWO, at(99));
      expect(await log.replace(answered(), next)).toEqual(ok());
      expect(await log.find(A)).toStrictEqual(next);
    });

    it('frees a place', async () => {
      await log.insert(aClaim());
      await log.delete(aClaim());
      expect(await log.find(A)).toBeUndefined();
      expect(await log.insert(aClaim(A, TWO))).toEqual(ok());
    });

    it('forgets what expired before now, and nothing else', async () => {
      await log.insert(aClaim(A));
      await log.insert(aClaim(B, ONE, at(1)));
      await log.deleteExpired(aClaim(B, ONE, at(1)).expiresAt);
      expect(await log.find(A)).toBeUndefined();
      expect(await log.find(B)).toBeDefined();
    });

    it('keeps what it stored apart from what callers hold', async () => {
      const mine = structuredClone(aClaim());
      await log.insert(mine);
      mine.claimedAt.setTime(0);
      (await log.find(A))?.expiresAt.setTime(0);
      expect(await log.find(A)).toStrictEqual(aClaim());
    });

    it('is undone with its unit of work', async () => {
      await storage.ports.unitOfWork.run(async ({ idempotency }) => {
        await idempotency.insert(aClaim());
        return err('no');
      });
      expect(await log.find(A)).toBeUndefined();
    });
  });
}
