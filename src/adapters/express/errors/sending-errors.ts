import { helpWith } from '../../../sdk/words/reasons.js';
import { change, later, readFirst, said, rows } from './row.js';

/** Rows of the core's errors about sending an order. */
export const SENDING_ERRORS = rows({
  'order-spent': change(422, {
    ...said('The order’s signature is used on the chain already'),
    remedy: helpWith('order-spent'),
    details: () => ({ reason: 'its signature is spent; the record follows once the transaction is seen' }),
  }),
  'terms-changed': change(422, {
    sentence: 'The stored terms are not those that the owner signed',
    cause:
      'the stored terms are not those that the owner signed, or the server requires signed terms and the order has none; the order is never sent',
    remedy: helpWith('terms-changed'),
  }),
  'insufficient-balance': later(422, {
    sentence: 'Insufficient balance',
    cause:
      'the owner has too little of the input token for the order and the owner’s swaps in progress; the order stays open',
    remedy: helpWith('insufficient-balance'),
    details: ({ shortfall }) =>
      shortfall && { balance: String(shortfall.balance), needed: String(shortfall.needed) },
    hint: 'remedy',
  }),
  'no-route': later(422, {
    sentence: 'No route',
    cause: 'no route leads to the output token; the order stays open',
    remedy: helpWith('no-route'),
    details: ({ reason }) => ({ reason }),
  }),
  'below-minimum': later(422, {
    sentence: 'Quote below minimum',
    cause: 'the fresh quote is below minAmountOut; the order stays open',
    remedy: helpWith('below-minimum'),
    details: ({ amountOut, minAmountOut }) => ({
      amountOut: amountOut.toString(),
      minAmountOut: minAmountOut.toString(),
    }),
  }),
  'price-impact': later(422, {
    sentence: 'Price impact too high',
    cause: 'the price impact of the fresh quote is above maxPriceImpact; the order stays open',
    remedy: helpWith('price-impact'),
    details: ({ priceImpact, maxPriceImpact }) => ({ priceImpact, maxPriceImpact }),
  }),
  'unprotected-route': later(422, {
    sentence: 'No route that the chain can hold to the order’s minimum or slippage',
    cause:
      'the order has a minAmountOut or a slippage, and no route to its output can be held to them by the chain; it stays open',
    remedy: helpWith('unprotected-route'),
    details: () => ({ reason: 'the last vault pays a subnet copy, which post-conditions cannot bind' }),
  }),
  'entry-not-confirmed': later(409, {
    ...said('The order is an exit, and its entry is not confirmed yet; it stays open'),
    remedy: helpWith('waiting-entry'),
    details: ({ uuid }) => ({ uuid }),
  }),
  'sibling-sent': change(409, {
    ...said('Another order of this one-cancels-other group is on its way or done'),
    remedy: 'Do nothing: the group has run.',
    details: ({ uuid }) => ({ uuid }),
  }),
  'swap-unprotectable': change(422, {
    ...said('Post-conditions cannot bound what the swap moves'),
    remedy: helpWith('swap-unprotectable'),
  }),
  'execution-disabled': change(503, {
    ...said('This server holds no operator key and sends no swaps'),
    remedy: 'Use a server that sends swaps: this one has no operator key.',
    retryAfter: 300,
  }),
  paused: later(503, {
    ...said('The operator has paused the sending of orders; the order stays open'),
    remedy: 'Wait for the operator; details says when the pause began.',
    details: ({ position: { at, reason } }) => ({ since: at, ...(reason !== undefined && { reason }) }),
    retryAfter: 60,
  }),
  restored: later(503, {
    ...said('The database was restored from a backup and is not released yet; the order stays open'),
    remedy: 'Wait for the operator to release the restored database; cancel what you no longer want.',
    details: ({ newest }) => newest && { newest },
    retryAfter: 300,
  }),
  'went-back': later(503, {
    sentence: 'The database went back in time, and the chain is being asked; the order stays open',
    cause: 'the database was rolled back or a standby took over, and the chain is being asked',
    remedy: 'Wait some seconds: the chain is being asked.',
    retryAfter: 5,
  }),
  'dry-run': change(503, {
    ...said('This server only plans swaps and sends none; the order stays open'),
    remedy: 'Use a server that sends swaps: this one only plans them.',
    details: ({ feeUstx, amountOut }) => ({ feeUstx: feeUstx.toString(), amountOut: amountOut.toString() }),
    retryAfter: 300,
  }),
  'operator-balance-low': later(503, {
    ...said('The operator’s account holds too little for fees; the order stays open'),
    remedy: 'Wait for the operator to fund the account.',
    retryAfter: 300,
  }),
  'fee-limit-reached': later(503, {
    ...said('The operator’s limit on fees is reached for now; the order stays open'),
    remedy: 'Wait until details.until.',
    details: ({ per, until }) => ({ per, until }),
    retryAfter: 300,
  }),
  'worth-limit-reached': later(503, {
    ...said('The operator’s limit on what is swapped within an hour is reached; the order stays open'),
    remedy: 'Wait until details.until.',
    details: ({ until }) => ({ until }),
    retryAfter: 300,
  }),
  'worth-unknown': later(422, {
    ...said('The operator limits what orders are worth, and the inputToken has no recent price'),
    remedy: helpWith('worth-unknown'),
    details: ({ token }) => ({ token }),
  }),
  'worth-too-high': change(422, {
    ...said('The order is worth more than the operator sends'),
    remedy: helpWith('worth-too-high'),
    details: ({ worthUsd, maxUsd }) => ({ worthUsd, maxUsd }),
  }),
  'too-many-in-flight': later(503, {
    ...said('As many swaps as the chain takes at a time are on their way; the order stays open'),
    remedy: 'Wait until swaps are mined.',
    retryAfter: 10,
  }),
  'owner-in-flight': later(429, {
    sentence: 'As many swaps of this owner are on their way as one owner may have; the order stays open',
    cause: 'the owner has the maximum number of pending swaps (SLUICE_OWNER_IN_FLIGHT); the order stays open',
    remedy: helpWith('owner-in-flight'),
    retryAfter: 10,
  }),
  'too-many-failures': later(429, {
    sentence: 'Too many swaps of this owner have failed within the hour; the order stays open',
    cause:
      'too many swaps of the owner have failed within the hour (SLUICE_OWNER_FAILURES); the order stays open',
    remedy: helpWith('too-many-failures'),
    retryAfter: 900,
  }),
  'chain-unreachable': later(503, {
    sentence: ({ isPartial }) =>
      isPartial === true
        ? 'Not every vault on the way could be read yet; the order stays open'
        : 'The chain cannot be reached; the order stays open',
    cause:
      'the chain does not respond, or not every vault on the way could be read yet; the order stays open',
    remedy: 'Wait until the chain responds.',
    retryAfter: ({ retryAfterMs = 5_000 }) => Math.ceil(retryAfterMs / 1000),
  }),
  'broadcast-refused': later(503, {
    ...said('The node refused the swap; the order stays open'),
    remedy: 'Read details.reason; the executor retries automatically.',
    details: ({ reason }) => ({ reason }),
    retryAfter: 30,
  }),
  'broadcast-unknown': readFirst(503, {
    ...said('The swap is stored and its fate is not known yet; it will be sent again'),
    remedy: 'Read the order, or execute it again, which sends the same transaction.',
    details: ({ txid }) => ({ txid }),
    retryAfter: 5,
  }),
});
