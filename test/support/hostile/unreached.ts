import type { Unreached } from './coverage.js';

/** Declared statuses that the attack cannot reach. The run fails for one that it does reach, and for any other that it does not. */
export const UNREACHED: readonly Unreached[] = [
  {
    status: 500,
    operations: { allBut: ['saveMetadata', 'quoteRoute', 'listVaults', 'vaultFigures', 'listTickers'] },
    reason: 'only a defect of the server leads to it, and the attack is there to find none',
  },
  {
    status: 503,
    operations: ['quoteRoute', 'listVaults'],
    reason:
      'of the storage, both only need the records of tokens, which are read before the server serves and kept through an outage',
  },
  {
    status: 503,
    operations: ['readExecutionQuality'],
    reason:
      'its figures are kept for seconds, and the address of the attack is over its limit once they are not',
  },
  {
    status: 403,
    operations: [
      ...['listOrders', 'getOrder', 'getOrderReport', 'listOrderEvents', 'followOrders', 'followOrder'],
      ...['listStrategies', 'getStrategy'],
    ],
    reason:
      'only a key that is limited to other addresses leads to it, and the attack comes from one address',
  },
  {
    status: 422,
    operations: ['amendOrder'],
    reason: 'the terms of a stored order would have to become too large, and the attack adds nothing to them',
  },
  {
    status: 422,
    operations: ['replayOrder'],
    reason: 'an order must be too large and its span in the past, which the attack does not draw together',
  },
];
