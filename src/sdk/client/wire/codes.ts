// Written by `npm run docs:client` from the description of the HTTP interface. Do not edit.

/** The codes of the service’s errors: docs/reference/errors.md has the cause and the remedy of each. */
export type ServiceCode =
  | 'invalid-request'
  | 'malformed-request'
  | 'malformed-json'
  | 'body-too-large'
  | 'unsupported-media-type'
  | 'not-found'
  | 'method-not-allowed'
  | 'invalid-idempotency-key'
  | 'address-rate-exceeded'
  | 'address-quota-exceeded'
  | 'too-many-lists'
  | 'lists-busy'
  | 'too-many-streams'
  | 'streams-busy'
  | 'storage-unavailable'
  | 'starting'
  | 'internal'
  | 'fetch-failed'
  | 'list-failed'
  | 'save-failed'
  | 'idempotency-key-reused'
  | 'idempotency-key-in-use'
  | 'missing-required-headers'
  | 'missing-authentication-headers'
  | 'missing-required-fields'
  | 'invalid-wallet-address'
  | 'invalid-signature'
  | 'signer-not-wallet'
  | 'invalid-message-content'
  | 'signature-already-used'
  | 'WRONG_AUDIENCE'
  | 'EXPIRED_TIMESTAMP'
  | 'NOT_ORDER_OWNER'
  | 'INVALID_API_KEY'
  | 'API_KEY_INACTIVE'
  | 'revocations-unknown'
  | 'PERMISSION_DENIED'
  | 'UNAUTHORIZED_WALLET'
  | 'RATE_LIMIT_EXCEEDED'
  | 'duplicate-key-name'
  | 'too-many-api-keys'
  | 'api-key-not-found'
  | 'not-key-owner'
  | 'invalid-order'
  | 'unknown-router'
  | 'recipient-not-owner'
  | 'open-payout'
  | 'unregistered-token'
  | 'not-a-subnet-token'
  | 'router-cannot-verify'
  | 'signature-not-verified'
  | 'terms-signature-not-verified'
  | 'terms-signature-required'
  | 'batch-refused'
  | 'same-token'
  | 'unknown-output-token'
  | 'unpriceable-token'
  | 'oco-group-full'
  | 'order-too-large'
  | 'open-quota-exceeded'
  | 'daily-quota-exceeded'
  | 'order-exists'
  | 'client-order-id-taken'
  | 'order-not-found'
  | 'strategy-not-found'
  | 'invalid-owner'
  | 'invalid-token-filter'
  | 'order-already-broadcast'
  | 'order-not-open'
  | 'order-expired'
  | 'order-spent'
  | 'terms-changed'
  | 'insufficient-balance'
  | 'no-route'
  | 'below-minimum'
  | 'price-impact'
  | 'unprotected-route'
  | 'sibling-sent'
  | 'swap-unprotectable'
  | 'execution-disabled'
  | 'paused'
  | 'restored'
  | 'went-back'
  | 'dry-run'
  | 'operator-balance-low'
  | 'fee-limit-reached'
  | 'worth-limit-reached'
  | 'worth-unknown'
  | 'worth-too-high'
  | 'too-many-in-flight'
  | 'owner-in-flight'
  | 'too-many-failures'
  | 'chain-unreachable'
  | 'broadcast-refused'
  | 'broadcast-unknown'
  | 'webhooks-off'
  | 'too-many-webhooks'
  | 'webhook-not-found'
  | 'delivery-not-found'
  | 'webhook-disabled'
  | 'missing-session'
  | 'operator-off'
  | 'not-operator'
  | 'session-ended'
  | 'token-not-priced'
  | 'invalid-history-request'
  | 'invalid-balance-request'
  | 'invalid-price-times'
  | 'metadata-not-found'
  | 'invalid-contract-id'
  | 'missing-timestamp'
  | 'invalid-timestamp'
  | 'message-expired'
  | 'body-hash-required'
  | 'body-hash-mismatch'
  | 'signer-not-deployer'
  | 'invalid-metadata'
  | 'contract-not-deployed'
  | 'contract-unconfirmed'
  | 'deployer-quota-exceeded';

/** Codes after which the same request may succeed. */
export const LATER: readonly string[] = [
  'address-rate-exceeded',
  'address-quota-exceeded',
  'too-many-lists',
  'lists-busy',
  'too-many-streams',
  'streams-busy',
  'starting',
  'fetch-failed',
  'list-failed',
  'idempotency-key-in-use',
  'revocations-unknown',
  'RATE_LIMIT_EXCEEDED',
  'daily-quota-exceeded',
  'insufficient-balance',
  'no-route',
  'below-minimum',
  'price-impact',
  'unprotected-route',
  'paused',
  'restored',
  'went-back',
  'operator-balance-low',
  'fee-limit-reached',
  'worth-limit-reached',
  'worth-unknown',
  'too-many-in-flight',
  'owner-in-flight',
  'too-many-failures',
  'chain-unreachable',
  'broadcast-refused',
  'contract-unconfirmed',
] satisfies readonly ServiceCode[];

/** Codes after which it is not known whether the request took effect. */
export const UNKNOWN_EFFECT: readonly string[] = [
  'storage-unavailable',
  'internal',
  'save-failed',
  'broadcast-unknown',
] satisfies readonly ServiceCode[];
