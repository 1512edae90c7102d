import { expect, it } from '@jest/globals';
import { runExample } from '../support/run-example.js';

it('docs/examples/prove-storage.mjs proves the storage in memory with Node’s test runner', async () => {
  const lines = await runExample('prove-storage');
  expect(lines).toContain('# fail 0');
  expect(Number(lines.find((line) => line.startsWith('# pass'))?.slice('# pass '.length))).toBeGreaterThan(
    100,
  );
});
