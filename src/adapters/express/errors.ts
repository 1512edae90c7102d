import type { KeyCaller } from '../../application/api-keys/authenticate-key.js';
import type { CoreError } from '../../application/core.js';
import type { Result } from '../../domain/shared/result.js';
import type { Kind, OfKind, Row } from './error-row.js';
import { HttpError, type Problem } from './problem.js';
import { orderNameHint, tokenNameHint } from './name-hints.js';
import { QUOTA_ERRORS } from './quota-errors.js';
import { shown } from './shown.js';
import { wholeSeconds } from './address-windows.js';

const secondsLeft = ({ standing, askedAt }: Pick<KeyCaller, 'standing' | 'askedAt'>) =>
  wholeSeconds(standing.resetsAt.getTime() - askedAt.getTime());

/** One row per error of the core. A new kind does not compile until it has one. */
const ERRORS: { readonly [K in Kind]: Row<OfKind<CoreError, K>> } = {
  ...QUOTA_ERRORS,
  'invalid-order': [
    400,
    'Invalid request',
    { details: ({ problems }) => problems.map(({ field, message }) => `${field}: ${message}`) },
  ],
  'invalid-selection': [
    400,
    'Invalid request',
    {
      code: 'invalid-request',
      details: ({ problems }) => problems.map(({ field, message }) => `${field}: ${message}`),
    },
  ],
  'unknown-router': [400, ({ router }) => `Unknown router ${router}`],
  'recipient-not-owner': [
    400,
    ({ router }) => `recipient must equal owner: ${router} pays out only to the signer`,
  ],
  'open-payout': [
    400,
    ({ router }) =>
      `${router} pays whom the submitter of a transaction names, so anyone could copy the swap; this server takes no new orders for it`,
  ],
  'unregistered-token': [
    400,
    ({ token }) => `The registry of this server does not know the inputToken ${token}`,
  ],
  'not-a-subnet-token': [
    400,
    ({ token }) => `inputToken must be a subnet token (got ${token}); deposit to the subnet first`,
  ],
  'router-cannot-verify': [
    400,
    ({ router, token }) => `The router ${router} cannot verify signatures of ${token}`,
  ],
  'signature-not-verified': [400, 'Signature verification failed'],
  'terms-signature-not-verified': [400, 'The termsSignature is not the owner’s over these terms'],
  'terms-signature-required': [400, 'This server requires a termsSignature'],
  'batch-refused': [400, 'Another order of the batch was refused, and all or none are stored'],
  'same-token': [400, ({ token }) => `outputToken must differ from inputToken: both are ${token}`],
  'unknown-output-token': [
    400,
    ({ token }) => `Neither the registry of this server nor any vault knows the outputToken ${token}`,
  ],
  'unpriceable-token': [
    400,
    ({ field, token }) =>
      `The registry of this server does not list the ${field} ${token}: it never has a price`,
  ],
  'oco-group-full': [
    400,
    ({ strategyId, limit }) => `The one-cancels-other group ${strategyId} has ${limit} live orders already`,
  ],
  'order-exists': [409, ({ uuid }) => `An order with uuid ${uuid} already exists`],
  'client-order-id-taken': [
    409,
    ({ clientOrderId }) => `Another live order has the clientOrderId ${clientOrderId}`,
  ],
  'order-not-found': [
    404,
    'Not found',
    { details: ({ ref }) => ({ order: shown(ref) }), hint: ({ ref }) => orderNameHint(ref) },
  ],
  'strategy-not-found': [
    404,
    'Not found',
    { details: ({ strategyId, owner }) => ({ strategyId: shown(strategyId), owner }) },
  ],
  'invalid-owner': [400, ({ reason }) => `Invalid owner parameter: ${reason}`],
  'invalid-token-filter': [400, ({ parameter, reason }) => `Invalid ${parameter} parameter: ${reason}`],
  'invalid-wallet-address': [400, 'Invalid wallet address format'],
  'invalid-signature': [401, 'Invalid signature'],
  'signer-not-wallet': [401, 'Not authorised'],
  'invalid-message-content': [401, 'Invalid message content'],
  'wrong-audience': [
    401,
    'Message is for another server',
    {
      code: 'WRONG_AUDIENCE',
      details: ({ field, isMissing }) => ({
        field,
        reason: isMissing ? 'must be named' : `is not this server’s`,
      }),
    },
  ],
  'expired-timestamp': [401, 'EXPIRED_TIMESTAMP', { code: 'EXPIRED_TIMESTAMP' }],
  'signature-already-used': [401, 'Signature already used'],
  'not-order-owner': [403, 'Unauthorized', { code: 'NOT_ORDER_OWNER' }],
  'order-already-broadcast': [
    409,
    ({ txid }) => `Order already broadcast (txid ${txid}); it can no longer be cancelled`,
    { details: ({ txid }) => ({ txid }) },
  ],
  'order-not-open': [400, 'Order not open', { details: ({ status }) => ({ status }) }],
  'order-expired': [
    400,
    'Order not open',
    { details: () => ({ status: 'open', reason: 'validTo has passed' }) },
  ],
  'order-spent': [
    422,
    'The order is paid already',
    {
      details: () => ({ reason: 'its signature is spent; the record follows once the transaction is seen' }),
    },
  ],
  'terms-changed': [422, 'The stored terms are not those that the owner signed'],
  'insufficient-balance': [422, 'Insufficient balance'],
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
  'invalid-api-key': [401, 'Invalid API key', { code: 'INVALID_API_KEY' }],
  'api-key-inactive': [401, 'API key inactive', { code: 'API_KEY_INACTIVE' }],
  'rate-limit-exceeded': [
    429,
    'RATE_LIMIT_EXCEEDED',
    { code: 'RATE_LIMIT_EXCEEDED', retryAfter: ({ caller }) => secondsLeft(caller) },
  ],
  'wallet-rate-exceeded': [
    429,
    'RATE_LIMIT_EXCEEDED',
    { code: 'RATE_LIMIT_EXCEEDED', retryAfter: (error) => secondsLeft(error) },
  ],
  'permission-denied': [403, 'Permission denied', { code: 'PERMISSION_DENIED' }],
  'key-of-another-wallet': [403, 'API key not authorized for this wallet', { code: 'UNAUTHORIZED_WALLET' }],
  'duplicate-key-name': [
    400,
    'An active API key with this name already exists',
    { details: () => ({ code: 'DUPLICATE_KEY_NAME' }) },
  ],
  'api-key-not-found': [404, 'API key not found', { details: ({ keyId }) => ({ keyId: shown(keyId) }) }],
  'not-key-owner': [403, 'Unauthorized'],
  'token-not-priced': [
    404,
    'This token was never priced',
    { details: ({ token }) => ({ token: shown(token) }), hint: ({ token }) => tokenNameHint(token) },
  ],
  'invalid-history-request': [400, ({ parameter, reason }) => `Invalid ${parameter} parameter: ${reason}`],
  'idempotency-key-reused': [422, 'This Idempotency-Key was used for another request'],
  'idempotency-key-in-use': [
    409,
    'The first request with this Idempotency-Key is still being worked on',
    { retryAfter: 1 },
  ],
  'metadata-not-found': [
    404,
    'Metadata not found',
    {
      details: ({ contractId }) => ({ contractId: shown(contractId) }),
      hint: ({ contractId }) => tokenNameHint(contractId),
    },
  ],
  'invalid-contract-id': [400, 'Invalid contract ID format'],
  'missing-signature': [401, 'Missing authentication headers'],
  'missing-timestamp': [401, 'Missing timestamp header'],
  'invalid-timestamp': [401, 'Invalid timestamp format'],
  'message-expired': [401, 'Message expired'],
  'body-hash-required': [401, 'The signed message must hold bodyHash'],
  'signer-not-deployer': [401, 'Not authorised'],
  'body-hash-mismatch': [401, 'The signed bodyHash is not the hash of the body'],
  'invalid-metadata': [
    422,
    ({ field, reason }) => `Validation error: ${field} ${reason}`,
    { details: ({ field, reason }) => ({ field, reason }) },
  ],
};

/**
 * The HTTP status of every error of the core, by kind: 400 to 599.
 *
 * @example STATUS['order-not-found'] // 404
 */
export const STATUS = Object.fromEntries(
  Object.entries(ERRORS).map(([kind, [status]]) => [kind, status]),
) as Readonly<Record<Kind, number>>;

/** The value of the result. @throws HttpError when the result is an error of the core. */
export function valueOrThrow<T>(result: Result<T, CoreError>): T {
  if (result.ok) return result.value;
  throw new HttpError(problemOf(result.error), { cause: result.error });
}

/** The error as the table sends it. */
export function problemOf<E extends CoreError>(error: E): Problem {
  const [status, sentence, { code = error.kind, details, hint, retryAfter } = {}] = ERRORS[
    error.kind
  ] as Row<E>;
  const help = hint?.(error);
  const seconds = typeof retryAfter === 'function' ? retryAfter(error) : retryAfter;
  return {
    status,
    code,
    error: typeof sentence === 'function' ? sentence(error) : sentence,
    ...(details !== undefined && { details: details(error) }),
    ...(help !== undefined && { hint: help }),
    ...(seconds !== undefined && { headers: { 'Retry-After': String(seconds) } }),
  };
}
