import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { EVALUATION } from '../../src/adapters/express/swap/orders/evaluation-shape.js';

/** Every reason that an evaluation can have; the compiler holds this list to the type. */
const reasons = EVALUATION.schema.properties!['reason']!.description!.split(/, | or /);

describe('the pages about orders that are not sent', () => {
  it.each([
    ['docs/how-to/why-does-my-order-not-run.md', '## 1.', '`retryAt` says'],
    ['docs/reference/swap.md', '### Why an order is not sent', 'An attempt that fails'],
  ])('%s has every reason of the code in its table', (page, start, end) => {
    const table = readFileSync(page, 'utf8').split(start)[1]!.split(end)[0]!;
    expect(reasons.length).toBeGreaterThan(20);
    expect(reasons.filter((reason) => !table.includes(`\`${reason}\``))).toEqual([]);
  });
});
