import { afterAll, describe, expect, it } from '@jest/globals';
import { err, ok, type Result } from '../../../src/domain/shared/result.js';
import { coreHarness } from '../../support/core-harness.js';
import { harnesses } from '../../support/harnesses.js';
import { dropBorrowed } from '../../support/postgres.js';
import { A_CONTRACT, aSave } from './deployer.js';

const SAVES = 300;
/** Among them, for each hundred, one that is refused and rolled back. */
const REFUSED = SAVES / 100;

afterAll(dropBorrowed);

describe.each(harnesses)('concurrent saves of one record on $name', (harness) => {
  it('keep the fields of every save', async () => {
    const storage = await harness.open();
    // As two processes that share the storage.
    const cores = [0, 1].map(() => coreHarness({ storage: storage.ports }).core);
    const signed = aSave({});
    const save = (n: number, patch: Result<unknown, never>) =>
      cores[n % 2]!.metadata.save({ ...signed, patch: () => patch });
    try {
      const results = await Promise.all([
        ...Array.from({ length: SAVES }, (_, n) => save(n, ok({ name: 'T', [`field${n}`]: n }))),
        ...Array.from({ length: REFUSED }, (_, n) => save(n, ok({ [`lost${n}`]: n, sip: 'x' }))),
      ]);
      const refusal = err({ kind: 'invalid-metadata', field: 'sip', reason: 'must be a number' });
      expect(results.filter((result) => !result.ok)).toEqual(Array(REFUSED).fill(refusal));
      const { name, lastUpdated, ...fields } = (await storage.ports.metadata.find(A_CONTRACT))!;
      expect([name, lastUpdated]).not.toContain(undefined);
      expect(fields).toEqual(Object.fromEntries(Array.from({ length: SAVES }, (_, n) => [`field${n}`, n])));
      expect(await storage.ports.metadata.state()).toBe(String(SAVES));
    } finally {
      await storage.close();
    }
  }, 120_000);
});
