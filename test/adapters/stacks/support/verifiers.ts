import { afterAll, describe, expect, it } from '@jest/globals';
import {
  createSignatureVerifier,
  openSignatureThreads,
} from '../../../../src/adapters/stacks/signatures/signature-verifier.js';
import type { SignatureVerifier } from '../../../../src/ports/index.js';

/** Runs the suite for each verifier: the one that checks while its caller waits, and the one with threads. */
export function forEachVerifier(title: string, suite: (verifier: SignatureVerifier) => void): void {
  describe(`${title}, while the caller waits`, () => {
    suite(createSignatureVerifier());
  });
  describe(`${title}, in threads`, () => {
    const lost: unknown[] = [];
    const verifier = openSignatureThreads(2, (error) => lost.push(error));
    afterAll(() => verifier.close());
    suite(verifier);
    it('loses no thread', () => {
      expect(lost).toEqual([]);
    });
  });
}
