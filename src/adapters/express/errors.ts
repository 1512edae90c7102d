import type { CoreError } from '../../application/errors.js';
import type { Result } from '../../domain/shared/result.js';
import { Refusal, type Problem } from './problem.js';
import { retryAfterSeconds } from './rate-headers.js';

type Kind = CoreError['kind'];

/** The HTTP status of every outcome the core can name. A new kind does not compile until it stands here. */
export const STATUS = {
  'invalid-order': 400,
  'unknown-router': 400,
  'recipient-not-owner': 400,
  'not-a-subnet-token': 400,
  'signature-not-verified': 400,
  'order-exists': 409,
  'client-order-id-taken': 409,
  'order-not-found': 404,
  'invalid-owner': 400,
  'invalid-wallet-address': 400,
  'invalid-signature': 401,
  'signer-not-wallet': 401,
  'invalid-message-content': 401,
  'expired-timestamp': 401,
  'signature-already-used': 401,
  'not-order-owner': 403,
  'order-already-broadcast': 409,
  'order-not-open': 400,
  'order-expired': 400,
  'no-route': 422,
  'below-minimum': 422,
  'sibling-sent': 409,
  'swap-unprotectable': 422,
  'execution-disabled': 503,
  'too-many-in-flight': 503,
  'chain-unreachable': 503,
  'broadcast-refused': 503,
  'broadcast-unknown': 503,
  'invalid-api-key': 401,
  'api-key-inactive': 401,
  'rate-limit-exceeded': 429,
  'permission-denied': 403,
  'key-of-another-wallet': 403,
  'duplicate-key-name': 400,
  'api-key-not-found': 404,
  'not-key-owner': 403,
  'token-not-priced': 404,
  'invalid-history-request': 400,
  'idempotency-key-reused': 422,
  'idempotency-key-in-use': 409,
  'metadata-not-found': 404,
  'invalid-contract-id': 400,
  'missing-signature': 401,
  'missing-timestamp': 401,
  'invalid-timestamp': 401,
  'message-expired': 401,
  'body-hash-required': 401,
  'signer-not-deployer': 401,
  'body-hash-mismatch': 401,
  'invalid-metadata': 422,
} as const satisfies Record<Kind, number>;

/** Codes that clients know by another word than the kind. */
const CODE: Partial<Record<Kind, string>> = {
  'expired-timestamp': 'EXPIRED_TIMESTAMP',
  'not-order-owner': 'NOT_ORDER_OWNER',
  'invalid-api-key': 'INVALID_API_KEY',
  'api-key-inactive': 'API_KEY_INACTIVE',
  'rate-limit-exceeded': 'RATE_LIMIT_EXCEEDED',
  'permission-denied': 'PERMISSION_DENIED',
  'key-of-another-wallet': 'UNAUTHORIZED_WALLET',
};

/** Seconds after which asking again may help. */
const RETRY_AFTER_SECONDS: Partial<Record<Kind, number>> = {
  'chain-unreachable': 5,
  'broadcast-unknown': 5,
  'broadcast-refused': 30,
  'too-many-in-flight': 10,
  'execution-disabled': 300,
  'idempotency-key-in-use': 1,
};

/** The value, or the refusal that says in HTTP why there is none. */
export function valueOf<T>(result: Result<T, CoreError>): T {
  if (result.ok) return result.value;
  throw new Refusal(problemOf(result.error), { cause: result.error });
}

export function problemOf(error: CoreError): Problem {
  const retryAfter =
    error.kind === 'rate-limit-exceeded' ? retryAfterSeconds(error.caller) : RETRY_AFTER_SECONDS[error.kind];
  return {
    status: STATUS[error.kind],
    code: CODE[error.kind] ?? error.kind,
    ...sentence(error),
    ...(retryAfter !== undefined && { headers: { 'Retry-After': String(retryAfter) } }),
  };
}

function sentence(error: CoreError): Pick<Problem, 'error' | 'details'> {
  switch (error.kind) {
    case 'invalid-order':
      return {
        error: 'Invalid request',
        details: error.problems.map(({ field, message }) => `${field}: ${message}`),
      };
    case 'unknown-router':
      return { error: `Unknown router ${error.router}` };
    case 'recipient-not-owner':
      return { error: `recipient must equal owner: ${error.router} pays out only to the signer` };
    case 'not-a-subnet-token':
      return {
        error: `inputToken must be a subnet token (got ${error.token}); deposit to the subnet first`,
      };
    case 'signature-not-verified':
      return { error: 'Signature verification failed' };
    case 'order-exists':
      return { error: `An order with uuid ${error.uuid} already exists` };
    case 'client-order-id-taken':
      return { error: `Another live order has the clientOrderId ${error.clientOrderId}` };
    case 'order-not-found':
      return { error: 'Not found' };
    case 'invalid-owner':
      return { error: `Invalid owner parameter: ${error.reason}` };
    case 'order-already-broadcast':
      return {
        error: `Order already broadcast (txid ${error.txid}); it can no longer be cancelled`,
        details: { txid: error.txid },
      };
    case 'order-not-open':
      return { error: 'Order not open', details: { status: error.status } };
    case 'order-expired':
      return { error: 'Order not open', details: { status: 'open', reason: 'validTo has passed' } };
    case 'sibling-sent':
      return {
        error: 'Another order of this one-cancels-other group is on its way or done',
        details: { uuid: error.uuid },
      };
    case 'invalid-wallet-address':
    case 'invalid-signature':
    case 'signer-not-wallet':
    case 'invalid-message-content':
    case 'expired-timestamp':
    case 'signature-already-used':
    case 'not-order-owner':
    case 'invalid-api-key':
    case 'api-key-inactive':
    case 'rate-limit-exceeded':
    case 'permission-denied':
    case 'key-of-another-wallet':
    case 'api-key-not-found':
    case 'not-key-owner':
      return { error: AUTHORIZATION_SENTENCE[error.kind] };
    case 'duplicate-key-name':
      return {
        error: 'An active API key with this name already exists',
        details: { code: 'DUPLICATE_KEY_NAME' },
      };
    case 'token-not-priced':
      return { error: 'This token was never priced' };
    case 'invalid-history-request':
      return { error: `Invalid ${error.parameter} parameter: ${error.reason}` };
    case 'idempotency-key-reused':
      return { error: 'This Idempotency-Key was used for another request' };
    case 'idempotency-key-in-use':
      return { error: 'The first request with this Idempotency-Key is still being worked on' };
    case 'metadata-not-found':
    case 'invalid-contract-id':
    case 'missing-signature':
    case 'missing-timestamp':
    case 'invalid-timestamp':
    case 'message-expired':
    case 'body-hash-required':
    case 'signer-not-deployer':
    case 'body-hash-mismatch':
      return { error: METADATA_SENTENCE[error.kind] };
    case 'invalid-metadata':
      return {
        error: `Validation error: ${error.field} ${error.reason}`,
        details: { field: error.field, reason: error.reason },
      };
    case 'no-route':
    case 'below-minimum':
    case 'swap-unprotectable':
    case 'execution-disabled':
    case 'too-many-in-flight':
    case 'chain-unreachable':
    case 'broadcast-refused':
    case 'broadcast-unknown':
      return swapSentence(error);
  }
}

const AUTHORIZATION_SENTENCE = {
  'invalid-wallet-address': 'Invalid wallet address format',
  'invalid-signature': 'Invalid signature',
  'signer-not-wallet': 'Not authorised',
  'invalid-message-content': 'Invalid message content',
  'expired-timestamp': 'EXPIRED_TIMESTAMP',
  'signature-already-used': 'Signature already used',
  'not-order-owner': 'Unauthorized',
  'invalid-api-key': 'Invalid API key',
  'api-key-inactive': 'API key inactive',
  'rate-limit-exceeded': 'RATE_LIMIT_EXCEEDED',
  'permission-denied': 'Permission denied',
  'key-of-another-wallet': 'API key not authorized for this wallet',
  'api-key-not-found': 'API key not found',
  'not-key-owner': 'Unauthorized',
} as const;

const METADATA_SENTENCE = {
  'metadata-not-found': 'Metadata not found',
  'invalid-contract-id': 'Invalid contract ID format',
  'missing-signature': 'Missing authentication headers',
  'missing-timestamp': 'Missing timestamp header',
  'invalid-timestamp': 'Invalid timestamp format',
  'message-expired': 'Message expired',
  'body-hash-required': 'The signed message must hold bodyHash',
  'signer-not-deployer': 'Not authorised',
  'body-hash-mismatch': 'The signed bodyHash is not the hash of the body',
} as const;

type SwapError = Extract<
  CoreError,
  {
    kind:
      | 'no-route'
      | 'below-minimum'
      | 'swap-unprotectable'
      | 'execution-disabled'
      | 'too-many-in-flight'
      | 'chain-unreachable'
      | 'broadcast-refused'
      | 'broadcast-unknown';
  }
>;

function swapSentence(error: SwapError): Pick<Problem, 'error' | 'details'> {
  switch (error.kind) {
    case 'no-route':
      return { error: 'No route', details: { reason: error.reason } };
    case 'below-minimum':
      return {
        error: 'Quote below minimum',
        details: { amountOut: error.amountOut.toString(), minAmountOut: error.minAmountOut.toString() },
      };
    case 'swap-unprotectable':
      return { error: 'The swap moves more of an asset than a post-condition can bound' };
    case 'execution-disabled':
      return { error: 'This server holds no operator key and sends no swaps' };
    case 'too-many-in-flight':
      return { error: 'As many swaps as the chain takes at a time are on their way; the order stays open' };
    case 'chain-unreachable':
      return { error: 'The chain cannot be reached; the order stays open' };
    case 'broadcast-refused':
      return { error: 'The node refused the swap; the order stays open', details: { reason: error.reason } };
    case 'broadcast-unknown':
      return {
        error: 'The swap is stored and its fate is not known yet; it will be sent again',
        details: { txid: error.txid },
      };
  }
}
