import { change, later, readFirst, type Remedy } from './remedy.js';

export const BEHIND_A_PROXY =
  'Behind a proxy, the operator sets SLUICE_PUBLIC_URL to the address that callers use.';

/** Codes that the HTTP layer gives by itself, whatever the operation. */
export const REQUEST_REMEDIES = {
  'invalid-request': change('Correct what error or details name.'),
  'malformed-request': change('Percent-encode the path as UTF-8, and send one Host.'),
  'malformed-json': change('Send one JSON value in UTF-8.'),
  'body-too-large': change('Send less; the limit is with the operation.'),
  'unsupported-media-type': change('Send Content-Type: application/json.'),
  'not-found': change('Use a path of this page’s operations; hint names one that is near.'),
  'method-not-allowed': change('Use a method of the header Allow; hint names an operation below the path.'),
  'invalid-idempotency-key': change('Send a text of 1 to 255 printable ASCII characters, such as a UUID.'),
  'idempotency-key-reused': change('Use a new key for another request.'),
  'idempotency-key-in-use': later('Wait for the first request, then send the same one to get its response.'),
  'address-rate-exceeded': later(
    'Send fewer calls of this kind: the header RateLimit-Policy says how many pass.',
  ),
  'address-quota-exceeded': later('Store less, or wait until the hour has ended.'),
  'too-many-lists': later('Ask for pages: send page, limit or cursor.'),
  'lists-busy': later('Ask for pages: send page, limit or cursor.'),
  'too-many-streams': later('Close a stream, follow several orders by their owner in one, or poll.'),
  'streams-busy': later('Connect again later, or poll.'),
  'storage-unavailable': readFirst('Wait for the operator’s database. Read before you repeat a change.'),
  starting: later('Wait for the seconds of Retry-After; GET /readyz says when it is ready.'),
  internal: readFirst('Report it with the requestId; the operator’s log has the cause.'),
  'fetch-failed': later('Send it again; if it persists, report it with the requestId.'),
  'list-failed': later('Send it again; if it persists, report it with the requestId.'),
  'save-failed': readFirst('Read the record, then save again; if it persists, report it with the requestId.'),
} satisfies Readonly<Record<string, Remedy>>;

/** Codes about who sends a request. */
export const ACCESS_REMEDIES = {
  'missing-required-headers': change(
    'Send all four headers of a wallet’s proof: x-message, x-signature, x-public-key and x-wallet-address.',
  ),
  'missing-authentication-headers': change(
    'Send an API key, as x-api-key or Authorization: Bearer, or the headers of a wallet’s proof: x-signature and x-public-key, and where the body does not hold them x-message and x-wallet-address.',
  ),
  'missing-required-fields': change('Send message and walletAddress in the body.'),
  'invalid-wallet-address': change(
    'Send an address of this server’s network; details.walletAddress says what is wrong.',
  ),
  'invalid-signature': change(
    'Sign the exact text with stx_signMessage; details says what differs, where that can be told.',
  ),
  'signer-not-wallet': change('Sign with the wallet that walletAddress names; details.signer is who signed.'),
  'invalid-message-content': change('Sign the fields of the operation; details names those that are wrong.'),
  'signature-already-used': change(
    'Sign a new message: its timestamp, or a field of your own, makes it another one.',
  ),
  WRONG_AUDIENCE: change(
    `Sign the origin and network of this server; details.field is the one that differs. ${BEHIND_A_PROXY}`,
  ),
  EXPIRED_TIMESTAMP: change('Sign again with the current time; GET /time is the server’s clock.'),
  NOT_ORDER_OWNER: change('Sign with the wallet that owns the order.'),
  INVALID_API_KEY: change('Send a key as it was returned when it was created: it starts with ck_live_.'),
  API_KEY_INACTIVE: change('Create a new key: this one is revoked or expired.'),
  'revocations-unknown': later('Sign with the wallet meanwhile, or wait for the operator.'),
  PERMISSION_DENIED: change('Create a key with the permission that details names.'),
  UNAUTHORIZED_WALLET: change('Use a key of the wallet that owns the order.'),
  RATE_LIMIT_EXCEEDED: later(
    'Send fewer requests; the headers X-RateLimit-* say how many are left, and until when.',
  ),
  'duplicate-key-name': change(
    'Choose another keyName, or revoke the key that has it. details.code is DUPLICATE_KEY_NAME.',
  ),
  'too-many-api-keys': change('Revoke a key first.'),
  'api-key-not-found': change('List the wallet’s keys: the id is the field id, not the key itself.'),
  'not-key-owner': change('Sign with the wallet that created the key.'),
} satisfies Readonly<Record<string, Remedy>>;

/** Codes about prices, balances and metadata. */
export const READ_REMEDIES = {
  'token-not-priced': change(
    'Name the token by contract id; GET /prices/api/v1/prices lists those with a price.',
  ),
  'invalid-history-request': change(
    'Correct the parameter that error names; a span that is too long takes several requests.',
  ),
  'invalid-balance-request': change(
    'Correct the parameter that error names; more than 50 tokens take several requests.',
  ),
  'invalid-price-times': change(
    'Correct the parameter that error names; many tokens at many times take several requests.',
  ),
  'metadata-not-found': change(
    'Name a contract whose deployer saved a record; GET …/metadata/list lists them.',
  ),
  'invalid-contract-id': change('Send <address>.<contract-name> of this server’s network.'),
  'missing-timestamp': change('Send x-timestamp: the signed milliseconds.'),
  'invalid-timestamp': change('Send x-timestamp in decimal digits: Unix milliseconds.'),
  'message-expired': change('Sign again with the current time; GET /time is the server’s clock.'),
  'body-hash-required': change('Sign bodyHash as well: the SHA-256 of the body in hex.'),
  'body-hash-mismatch': change('Send the body whose hash was signed, byte for byte.'),
  'signer-not-deployer': change(
    'Sign with the wallet that deployed the contract: its address is the part before the dot.',
  ),
  'invalid-metadata': change('Correct the field that details names.'),
  'contract-not-deployed': change('Deploy contracts that have a record, or make the records smaller.'),
  'contract-unconfirmed': later('Wait until the chain responds.'),
  'deployer-quota-exceeded': change('Make the deployer’s records smaller.'),
} satisfies Readonly<Record<string, Remedy>>;
