import type { CoreError } from '../../../application/core.js';
import { remedyOf } from './codes/codes.js';
import type { Kind, OfKind, Row } from './error-row.js';

/** Rows of the table of errors: why an order is not sent. */
export const SENDING_ERRORS = {
  'order-spent': [
    422,
    'The order’s signature is used on the chain already',
    {
      details: () => ({ reason: 'its signature is spent; the record follows once the transaction is seen' }),
    },
  ],
  'terms-changed': [422, 'The stored terms are not those that the owner signed'],
  'insufficient-balance': [
    422,
    'Insufficient balance',
    {
      details: ({ shortfall }) =>
        shortfall && { balance: String(shortfall.balance), needed: String(shortfall.needed) },
      hint: remedyOf('insufficient-balance'),
    },
  ],
  'no-route': [422, 'No route', { details: ({ reason }) => ({ reason }) }],
  'below-minimum': [
    422,
    'Quote below minimum',
    {
      details: ({ amountOut, minAmountOut }) => ({
        amountOut: amountOut.toString(),
        minAmountOut: minAmountOut.toString(),
      }),
    },
  ],
  'price-impact': [
    422,
    'Price impact too high',
    { details: ({ priceImpact, maxPriceImpact }) => ({ priceImpact, maxPriceImpact }) },
  ],
  'unprotected-route': [
    422,
    'No route that the chain can hold to the order’s minimum or slippage',
    { details: () => ({ reason: 'the last vault pays a subnet copy, which post-conditions cannot bind' }) },
  ],
  'sibling-sent': [
    409,
    'Another order of this one-cancels-other group is on its way or done',
    { details: ({ uuid }) => ({ uuid }) },
  ],
  'swap-unprotectable': [422, 'Post-conditions cannot bound what the swap moves'],
  'execution-disabled': [503, 'This server holds no operator key and sends no swaps', { retryAfter: 300 }],
  paused: [
    503,
    'The operator has paused the sending of orders; the order stays open',
    {
      details: ({ position: { at, reason } }) => ({ since: at, ...(reason !== undefined && { reason }) }),
      retryAfter: 60,
    },
  ],
  restored: [
    503,
    'The database was restored from a backup and is not released yet; the order stays open',
    { details: ({ newest }) => newest && { newest }, retryAfter: 300 },
  ],
  'went-back': [
    503,
    'The database went back in time, and the chain is being asked; the order stays open',
    { retryAfter: 5 },
  ],
  'dry-run': [
    503,
    'This server only plans swaps and sends none; the order stays open',
    {
      details: ({ feeUstx, amountOut }) => ({ feeUstx: feeUstx.toString(), amountOut: amountOut.toString() }),
      retryAfter: 300,
    },
  ],
  'operator-balance-low': [
    503,
    'The operator’s account holds too little for fees; the order stays open',
    { retryAfter: 300 },
  ],
  'fee-limit-reached': [
    503,
    'The operator’s limit on fees is reached for now; the order stays open',
    { details: ({ per, until }) => ({ per, until }), retryAfter: 300 },
  ],
  'worth-limit-reached': [
    503,
    'The operator’s limit on what is swapped within an hour is reached; the order stays open',
    { details: ({ until }) => ({ until }), retryAfter: 300 },
  ],
  'worth-unknown': [
    422,
    'The operator limits what orders are worth, and the inputToken has no recent price',
    { details: ({ token }) => ({ token }) },
  ],
  'worth-too-high': [
    422,
    'The order is worth more than the operator sends',
    { details: ({ worthUsd, maxUsd }) => ({ worthUsd, maxUsd }) },
  ],
  'too-many-in-flight': [
    503,
    'As many swaps as the chain takes at a time are on their way; the order stays open',
    { retryAfter: 10 },
  ],
  'owner-in-flight': [
    429,
    'As many swaps of this owner are on their way as one owner may have; the order stays open',
    { retryAfter: 10 },
  ],
  'too-many-failures': [
    429,
    'Too many swaps of this owner have failed within the hour; the order stays open',
    { retryAfter: 900 },
  ],
  'chain-unreachable': [
    503,
    ({ isPartial }) =>
      isPartial === true
        ? 'Not every vault on the way could be read yet; the order stays open'
        : 'The chain cannot be reached; the order stays open',
    { retryAfter: ({ retryAfterMs = 5_000 }) => Math.ceil(retryAfterMs / 1000) },
  ],
  'broadcast-refused': [
    503,
    'The node refused the swap; the order stays open',
    { details: ({ reason }) => ({ reason }), retryAfter: 30 },
  ],
  'broadcast-unknown': [
    503,
    'The swap is stored and its fate is not known yet; it will be sent again',
    { details: ({ txid }) => ({ txid }), retryAfter: 5 },
  ],
} satisfies { readonly [K in Kind]?: Row<OfKind<CoreError, K>> };
