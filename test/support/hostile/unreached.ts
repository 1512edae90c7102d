import type { Unreached } from './coverage.js';

/** Declared statuses that the attack cannot reach. The run fails for one that it does reach, and for any other that it does not. */
export const UNREACHED: readonly Unreached[] = [
  {
    status: 500,
    operations: { allBut: ['saveMetadata', 'quoteRoute', 'listVaults'] },
    reason: 'only a defect of the server leads to it, and the attack is there to find none',
  },
  {
    status: 503,
    operations: ['quoteRoute', 'listVaults'],
    reason:
      'of the storage, both only need the records of tokens, which are read before the server serves and kept through an outage',
  },
];
