import type { KeyCaller } from '../../../application/api-keys/authenticate-key.js';
import type { CoreError } from '../../../application/core.js';
import { defined } from '../../../domain/shared/fields.js';
import type { Result } from '../../../domain/shared/result.js';
import { codeOf, remedyOf } from './codes/codes.js';
import type { Kind, OfKind, Row } from './error-row.js';
import { HttpError, type Problem } from './problem.js';
import { audienceHint, clockHint, orderNameHint, subnetTokenHint, tokenNameHint } from './name-hints.js';
import { OPERATOR_ERRORS } from './operator-errors.js';
import { QUOTA_ERRORS } from './quota-errors.js';
import { SENDING_ERRORS } from './sending-errors.js';
import { shown } from './shown.js';
import { orderSignatureHint, textSignatureHint } from './verification-hints.js';
import { WEBHOOK_ERRORS } from './webhook-errors.js';
import { wholeSeconds } from './whole-seconds.js';

const secondsLeft = ({ standing, askedAt }: Pick<KeyCaller, 'standing' | 'askedAt'>) =>
  wholeSeconds(standing.resetsAt.getTime() - askedAt.getTime());

/** Contract ids that a hint names at most. */
const MOST_NAMED = 5;

/** One row per error of the core. A new kind does not compile until it has one. */
const ERRORS: { readonly [K in Kind]: Row<OfKind<CoreError, K>> } = {
  ...QUOTA_ERRORS,
  ...SENDING_ERRORS,
  ...WEBHOOK_ERRORS,
  ...OPERATOR_ERRORS,
  'invalid-order': [
    400,
    'Invalid request',
    { details: ({ problems }) => problems.map(({ field, message }) => `${field}: ${message}`) },
  ],
  'invalid-selection': [
    400,
    'Invalid request',
    {
      details: ({ problems }) => problems.map(({ field, message }) => `${field}: ${message}`),
    },
  ],
  'unknown-router': [
    400,
    ({ router }) => `Unknown router ${router}`,
    { hint: ({ known }) => `This server’s routers are ${known.slice(0, MOST_NAMED).join(', ')}.` },
  ],
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
    { hint: ({ copies }) => subnetTokenHint(copies) },
  ],
  'router-cannot-verify': [
    400,
    ({ router, token }) => `The router ${router} cannot verify signatures of ${token}`,
  ],
  'signature-not-verified': [
    400,
    'Signature verification failed',
    { details: ({ mismatch, signer }) => mismatch ?? defined({ signer }), hint: orderSignatureHint },
  ],
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
  'order-exists': [
    409,
    ({ uuid }) => `An order with uuid ${uuid} already exists`,
    {
      details: ({ differing }) => differing && { differing: differing.map(shown) },
      hint: ({ differing }) =>
        differing && 'The same order is a safe retry; for another one use a new uuid, and sign it.',
    },
  ],
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
  'invalid-wallet-address': [
    400,
    'Invalid wallet address format',
    { details: ({ reason }) => ({ walletAddress: reason }) },
  ],
  'invalid-signature': [
    401,
    'Invalid signature',
    { details: ({ mismatch, signer }) => mismatch ?? defined({ signer }), hint: textSignatureHint },
  ],
  'signer-not-wallet': [
    401,
    'Not authorised',
    { details: ({ signer }) => ({ signer }), hint: ({ signer }) => `${signer} signed, not walletAddress.` },
  ],
  'invalid-message-content': [
    401,
    'Invalid message content',
    { details: ({ problems }) => problems.map(({ field, message }) => `${shown(field)}: ${shown(message)}`) },
  ],
  'wrong-audience': [
    401,
    'Message is for another server',
    {
      details: ({ field, isMissing }) => ({
        field,
        reason: isMissing ? 'must be named' : `is not this server’s`,
      }),
      hint: audienceHint,
    },
  ],
  'expired-timestamp': [
    401,
    'EXPIRED_TIMESTAMP',
    { details: ({ behindMs }) => ({ behindMs }), hint: clockHint },
  ],
  'signature-already-used': [401, 'Signature already used', { hint: remedyOf('signature-already-used') }],
  'not-order-owner': [403, 'Unauthorized', { hint: remedyOf('NOT_ORDER_OWNER') }],
  'order-already-broadcast': [
    409,
    ({ txid }) => `Order already broadcast (txid ${txid}); it can no longer be cancelled`,
    { details: ({ txid }) => ({ txid }) },
  ],
  'order-not-open': [400, 'Order not open', { details: ({ status, txid }) => defined({ status, txid }) }],
  'order-expired': [
    400,
    'Order not open',
    { details: () => ({ status: 'open', reason: 'validTo has passed' }) },
  ],
  'invalid-api-key': [401, 'Invalid API key', { hint: remedyOf('INVALID_API_KEY') }],
  'api-key-inactive': [401, 'API key inactive', { hint: remedyOf('API_KEY_INACTIVE') }],
  'revocations-unknown': [
    503,
    'The database may lack revocations of API keys; keys are admitted once it is released',
    { hint: remedyOf('revocations-unknown'), retryAfter: 30 },
  ],
  'rate-limit-exceeded': [
    429,
    'RATE_LIMIT_EXCEEDED',
    { hint: remedyOf('RATE_LIMIT_EXCEEDED'), retryAfter: ({ caller }) => secondsLeft(caller) },
  ],
  'wallet-rate-exceeded': [
    429,
    'RATE_LIMIT_EXCEEDED',
    { hint: remedyOf('RATE_LIMIT_EXCEEDED'), retryAfter: (error) => secondsLeft(error) },
  ],
  'permission-denied': [
    403,
    'Permission denied',
    {
      details: ({ permission }) => ({ permission }),
      hint: ({ permission }) => `Create a key with the permission ${permission}.`,
    },
  ],
  'key-of-another-wallet': [
    403,
    'API key not authorized for this wallet',
    { hint: remedyOf('UNAUTHORIZED_WALLET') },
  ],
  'duplicate-key-name': [
    400,
    'An active API key with this name already exists',
    { details: () => ({ code: 'DUPLICATE_KEY_NAME' }) },
  ],
  'api-key-not-found': [404, 'API key not found', { details: ({ keyId }) => ({ keyId: shown(keyId) }) }],
  'not-key-owner': [403, 'Unauthorized', { hint: remedyOf('not-key-owner') }],
  'token-not-priced': [
    404,
    'This token was never priced',
    {
      details: ({ token }) => ({ token: shown(token) }),
      hint: ({ token, meant }) => tokenNameHint(token, meant),
    },
  ],
  'invalid-balance-request': [400, ({ parameter, reason }) => `Invalid ${parameter} parameter: ${reason}`],
  'invalid-price-times': [400, ({ parameter, reason }) => `Invalid ${parameter} parameter: ${reason}`],
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
  'invalid-contract-id': [
    400,
    'Invalid contract ID format',
    { details: ({ reason }) => ({ contractId: reason }) },
  ],
  'missing-signature': [
    401,
    'Missing authentication headers',
    { hint: () => 'Send x-signature and x-public-key: the wallet that deployed the contract signs.' },
  ],
  'missing-timestamp': [401, 'Missing timestamp header'],
  'invalid-timestamp': [401, 'Invalid timestamp format'],
  'message-expired': [401, 'Message expired'],
  'body-hash-required': [401, 'The signed message must hold bodyHash'],
  'signer-not-deployer': [
    401,
    'Not authorised',
    {
      details: ({ signer, deployer }) => ({ signer, deployer }),
      hint: ({ signer, deployer }) => `${signer} signed; the deployer is ${deployer}.`,
    },
  ],
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
  const [status, sentence, { details, hint, retryAfter } = {}] = ERRORS[error.kind] as Row<E>;
  const help = hint?.(error);
  const seconds = typeof retryAfter === 'function' ? retryAfter(error) : retryAfter;
  return {
    status,
    code: codeOf(error.kind),
    error: typeof sentence === 'function' ? sentence(error) : sentence,
    ...(details !== undefined && { details: details(error) }),
    ...(help !== undefined && { hint: help }),
    ...(seconds !== undefined && { headers: { 'Retry-After': String(seconds) } }),
  };
}
