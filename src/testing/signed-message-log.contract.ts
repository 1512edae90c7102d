import { describe, expect, it } from './framework.js';
import { err, ok } from '../domain/shared/result.js';
import type { SignedMessageLog } from '../ports/request-logs.js';
import { at } from './builders.js';
import { openEach, type StorageHarness } from './harness.js';

const [A, B] = ['a'.repeat(64), 'b'.repeat(64)];
const taken = err({ kind: 'already-exists' });

export function signedMessageLogContract(harness: StorageHarness): void {
  describe(`SignedMessageLog: ${harness.name}`, () => {
    let messages: SignedMessageLog;
    openEach(harness, (opened) => (messages = opened.signedMessages));

    it('accepts a message once and reports already-exists the second time', async () => {
      expect(await messages.insert(A, at(10))).toEqual(ok());
      expect(await messages.insert(B, at(10))).toEqual(ok());
      expect(await messages.insert(A, at(99))).toEqual(taken);
    });

    it('accepts one of 20 racing copies of a message', async () => {
      const results = await Promise.all(Array.from({ length: 20 }, () => messages.insert(A, at(10))));
      expect(results.filter((result) => result.ok)).toHaveLength(1);
    });

    it('deletes exactly the messages that expired before now', async () => {
      await messages.insert(A, at(9));
      await messages.insert(B, at(10));
      await messages.deleteExpired(at(10));
      expect(await messages.insert(A, at(20))).toEqual(ok());
      expect(await messages.insert(B, at(20))).toEqual(taken);
    });

    it('is not affected when the caller changes the date it passed', async () => {
      const expiry = at(5);
      await messages.insert(A, expiry);
      expiry.setTime(at(99).getTime());
      await messages.deleteExpired(at(50));
      expect(await messages.insert(A, at(60))).toEqual(ok());
    });
  });
}
