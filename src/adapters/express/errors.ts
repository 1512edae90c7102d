import type { CoreError } from '../../application/core.js';
import type { Result } from '../../domain/shared/result.js';
import { HttpError, type Problem } from './problem.js';
import { retryAfterSeconds } from './rate-headers.js';

type Kind = CoreError['kind'];
/** The members of an error union that may have the kind. Unlike `Extract` it finds those that name several kinds. */
export type OfKind<E, K> = E extends { readonly kind: infer Kinds } ? (K extends Kinds ? E : never) : never;

/** How one kind of error is sent over HTTP. */
interface Row<E> {
  /** HTTP status, 400 to 599. */
  readonly status: number;
  /** The sentence for people. */
  readonly error: string | ((error: E) => string);
  /** The word for programs; the kind when absent. */
  readonly code?: string;
  readonly details?: (error: E) => unknown;
  /** Seconds after which a retry may succeed. */
  readonly retryAfter?: number | ((error: E) => number);
}

/** One row per error of the core. A new kind does not compile until it has one. */
const ERRORS: { readonly [K in Kind]: Row<OfKind<CoreError, K>> } = {
  'invalid-order': {
    status: 400,
    error: 'Invalid request',
    details: ({ problems }) => problems.map(({ field, message }) => `${field}: ${message}`),
  },
  'unknown-router': { status: 400, error: ({ router }) => `Unknown router ${router}` },
  'recipient-not-owner': {
    status: 400,
    error: ({ router }) => `recipient must equal owner: ${router} pays out only to the signer`,
  },
  'not-a-subnet-token': {
    status: 400,
    error: ({ token }) => `inputToken must be a subnet token (got ${token}); deposit to the subnet first`,
  },
  'signature-not-verified': { status: 400, error: 'Signature verification failed' },
  'order-exists': { status: 409, error: ({ uuid }) => `An order with uuid ${uuid} already exists` },
  'client-order-id-taken': {
    status: 409,
    error: ({ clientOrderId }) => `Another live order has the clientOrderId ${clientOrderId}`,
  },
  'order-not-found': { status: 404, error: 'Not found' },
  'invalid-owner': { status: 400, error: ({ reason }) => `Invalid owner parameter: ${reason}` },
  'invalid-wallet-address': { status: 400, error: 'Invalid wallet address format' },
  'invalid-signature': { status: 401, error: 'Invalid signature' },
  'signer-not-wallet': { status: 401, error: 'Not authorised' },
  'invalid-message-content': { status: 401, error: 'Invalid message content' },
  'expired-timestamp': { status: 401, error: 'EXPIRED_TIMESTAMP', code: 'EXPIRED_TIMESTAMP' },
  'signature-already-used': { status: 401, error: 'Signature already used' },
  'not-order-owner': { status: 403, error: 'Unauthorized', code: 'NOT_ORDER_OWNER' },
  'order-already-broadcast': {
    status: 409,
    error: ({ txid }) => `Order already broadcast (txid ${txid}); it can no longer be cancelled`,
    details: ({ txid }) => ({ txid }),
  },
  'order-not-open': { status: 400, error: 'Order not open', details: ({ status }) => ({ status }) },
  'order-expired': {
    status: 400,
    error: 'Order not open',
    details: () => ({ status: 'open', reason: 'validTo has passed' }),
  },
  'order-spent': {
    status: 422,
    error: 'The order is paid already',
    details: () => ({ reason: 'its signature is spent; the record follows once the transaction is seen' }),
  },
  'insufficient-balance': { status: 422, error: 'Insufficient balance' },
  'no-route': { status: 422, error: 'No route', details: ({ reason }) => ({ reason }) },
  'below-minimum': {
    status: 422,
    error: 'Quote below minimum',
    details: ({ amountOut, minAmountOut }) => ({
      amountOut: amountOut.toString(),
      minAmountOut: minAmountOut.toString(),
    }),
  },
  'sibling-sent': {
    status: 409,
    error: 'Another order of this one-cancels-other group is on its way or done',
    details: ({ uuid }) => ({ uuid }),
  },
  'swap-unprotectable': {
    status: 422,
    error: 'The swap moves more of an asset than a post-condition can bound',
  },
  'execution-disabled': {
    status: 503,
    error: 'This server holds no operator key and sends no swaps',
    retryAfter: 300,
  },
  'too-many-in-flight': {
    status: 503,
    error: 'As many swaps as the chain takes at a time are on their way; the order stays open',
    retryAfter: 10,
  },
  'chain-unreachable': {
    status: 503,
    error: 'The chain cannot be reached; the order stays open',
    retryAfter: 5,
  },
  'broadcast-refused': {
    status: 503,
    error: 'The node refused the swap; the order stays open',
    details: ({ reason }) => ({ reason }),
    retryAfter: 30,
  },
  'broadcast-unknown': {
    status: 503,
    error: 'The swap is stored and its fate is not known yet; it will be sent again',
    details: ({ txid }) => ({ txid }),
    retryAfter: 5,
  },
  'invalid-api-key': { status: 401, error: 'Invalid API key', code: 'INVALID_API_KEY' },
  'api-key-inactive': { status: 401, error: 'API key inactive', code: 'API_KEY_INACTIVE' },
  'rate-limit-exceeded': {
    status: 429,
    error: 'RATE_LIMIT_EXCEEDED',
    code: 'RATE_LIMIT_EXCEEDED',
    retryAfter: ({ caller }) => retryAfterSeconds(caller),
  },
  'permission-denied': { status: 403, error: 'Permission denied', code: 'PERMISSION_DENIED' },
  'key-of-another-wallet': {
    status: 403,
    error: 'API key not authorized for this wallet',
    code: 'UNAUTHORIZED_WALLET',
  },
  'duplicate-key-name': {
    status: 400,
    error: 'An active API key with this name already exists',
    details: () => ({ code: 'DUPLICATE_KEY_NAME' }),
  },
  'api-key-not-found': { status: 404, error: 'API key not found' },
  'not-key-owner': { status: 403, error: 'Unauthorized' },
  'token-not-priced': { status: 404, error: 'This token was never priced' },
  'invalid-history-request': {
    status: 400,
    error: ({ parameter, reason }) => `Invalid ${parameter} parameter: ${reason}`,
  },
  'idempotency-key-reused': { status: 422, error: 'This Idempotency-Key was used for another request' },
  'idempotency-key-in-use': {
    status: 409,
    error: 'The first request with this Idempotency-Key is still being worked on',
    retryAfter: 1,
  },
  'metadata-not-found': { status: 404, error: 'Metadata not found' },
  'invalid-contract-id': { status: 400, error: 'Invalid contract ID format' },
  'missing-signature': { status: 401, error: 'Missing authentication headers' },
  'missing-timestamp': { status: 401, error: 'Missing timestamp header' },
  'invalid-timestamp': { status: 401, error: 'Invalid timestamp format' },
  'message-expired': { status: 401, error: 'Message expired' },
  'body-hash-required': { status: 401, error: 'The signed message must hold bodyHash' },
  'signer-not-deployer': { status: 401, error: 'Not authorised' },
  'body-hash-mismatch': { status: 401, error: 'The signed bodyHash is not the hash of the body' },
  'invalid-metadata': {
    status: 422,
    error: ({ field, reason }) => `Validation error: ${field} ${reason}`,
    details: ({ field, reason }) => ({ field, reason }),
  },
};

/**
 * The HTTP status of every error of the core, by kind: 400 to 599.
 *
 * @example STATUS['order-not-found'] // 404
 */
export const STATUS = Object.fromEntries(
  Object.entries(ERRORS).map(([kind, { status }]) => [kind, status]),
) as Readonly<Record<Kind, number>>;

/** The value of the result. @throws HttpError when the result is an error of the core. */
export function valueOrThrow<T>(result: Result<T, CoreError>): T {
  if (result.ok) return result.value;
  throw new HttpError(problemOf(result.error), { cause: result.error });
}

/** The error as the table sends it. */
export function problemOf<E extends CoreError>(error: E): Problem {
  const row = ERRORS[error.kind] as Row<E>;
  const retryAfter = typeof row.retryAfter === 'function' ? row.retryAfter(error) : row.retryAfter;
  return {
    status: row.status,
    code: row.code ?? error.kind,
    error: typeof row.error === 'function' ? row.error(error) : row.error,
    ...(row.details !== undefined && { details: row.details(error) }),
    ...(retryAfter !== undefined && { headers: { 'Retry-After': String(retryAfter) } }),
  };
}
