import { clausesOf, type Clause } from '../clause.js';
import { answers, recordOf, same } from '../expect.js';

const clause = clausesOf('limits');
const MORE_THAN_ALLOWED = 101;

export const legacyLimit: readonly Clause[] = [
  clause(
    'the legacy service is 429 Too Many Requests when a caller exceeds its rate',
    async (world) => {
      const made = await Promise.all(
        Array.from({ length: MORE_THAN_ALLOWED }, () => world.legacy('/prices?limit=1')),
      );
      const refused = made.find(({ status }) => status !== 200) ?? made[0];
      if (refused === undefined) return;
      answers(refused, 429, 'Too Many Requests');
      same(recordOf(refused.body, 'body')['status'], 'error', 'status');
    },
    'legacyLimit',
  ),
];
