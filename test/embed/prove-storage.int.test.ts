import { expect, it } from '@jest/globals';
import { runExample } from '../support/run-example.js';

it('docs/examples/prove-storage.mjs proves the storage in memory with Node’s test runner', async () => {
  // Node's runner marks these lines by its version.
  const lines = (await runExample('prove-storage')).map((line) => line.replace(/^[#ℹ] /, ''));
  expect(lines).toContain('fail 0');
  expect(Number(lines.find((line) => /^pass /.test(line))?.slice('pass '.length))).toBeGreaterThan(100);
});
