import { REQUESTS_PER_WINDOW } from '../../../domain/api-key/rate-window.js';
import { defined } from '../../../domain/shared/fields.js';
import { TIMESTAMP_TOLERANCE_MS } from '../../../domain/wallet/signed-message.js';
import type { KeyCaller } from '../../../application/api-keys/authenticate-key.js';
import { audienceHint, BEHIND_A_PROXY, clockHint } from './name-hints.js';
import { change, later, said, type Fault, rows } from './row.js';
import { shown, shownMessage } from './shown.js';
import { textSignatureHint } from './verification-hints.js';
import { wholeSeconds } from './whole-seconds.js';

const secondsLeft = ({ standing, askedAt }: Pick<KeyCaller, 'standing' | 'askedAt'>) =>
  wholeSeconds(standing.resetsAt.getTime() - askedAt.getTime());

/** Rows of the errors about callers that originate in the HTTP layer. */
export const ACCESS_FAULTS = {
  'missing-required-headers': change(401, {
    sentence: 'Missing required headers',
    cause:
      'some of x-message, x-signature, x-public-key and x-wallet-address are absent; the error names them',
    remedy:
      'Send all four headers of a wallet’s proof: x-message, x-signature, x-public-key and x-wallet-address.',
    hint: 'remedy',
  }),
  'missing-authentication-headers': change(401, {
    sentence: 'Missing authentication headers',
    cause: 'the request has no authentication headers, or lacks x-signature or x-public-key',
    remedy:
      'Send an API key, as x-api-key or Authorization: Bearer, or the headers of a wallet’s proof: x-signature and x-public-key, and, unless they are in the body, x-message and x-wallet-address.',
    hint: 'remedy',
  }),
  'missing-required-fields': change(400, {
    sentence: 'Missing required fields',
    cause: 'message or walletAddress is absent; the error names what is missing',
    remedy: 'Send message and walletAddress in the body.',
  }),
} satisfies Readonly<Record<string, Fault>>;

const FEWER_REQUESTS =
  'Send fewer requests; the X-RateLimit-* headers say how many are left, and until when.';

/** Rows of the core's errors about callers. */
export const ACCESS_ERRORS = rows({
  'missing-signature': change(401, 'missing-authentication-headers', {
    sentence: 'Missing authentication headers',
    cause: 'x-signature or x-public-key is missing',
    remedy: ACCESS_FAULTS['missing-authentication-headers'].remedy,
    hint: () => 'Send x-signature and x-public-key: the wallet that deployed the contract signs.',
  }),
  'invalid-wallet-address': change(400, {
    sentence: 'Invalid wallet address format',
    cause: 'the wallet’s address is malformed or of another network',
    remedy: 'Send an address of this server’s network; details.walletAddress says what is wrong.',
    details: ({ reason }) => ({ walletAddress: reason }),
  }),
  'invalid-signature': change(401, {
    sentence: 'Invalid signature',
    cause: 'the signature does not verify',
    remedy: 'Sign the exact text with stx_signMessage; details says what differs, if known.',
    details: ({ mismatch, signer }) => mismatch ?? defined({ signer }),
    hint: textSignatureHint,
  }),
  'signer-not-wallet': change(401, {
    sentence: 'Not authorised',
    cause: 'another wallet signed',
    remedy: 'Sign with the wallet in walletAddress; details.signer is the actual signer.',
    details: ({ signer }) => ({ signer }),
    hint: ({ signer }) => `${signer} signed, not walletAddress.`,
  }),
  'invalid-fields': change(400, {
    sentence: 'Invalid request',
    cause: 'fields of the body break their rules; details names each of them',
    remedy: 'Correct every field that details names.',
    details: ({ problems }) =>
      problems.map(({ field, message }) => `${shown(field)}: ${shownMessage(message)}`),
  }),
  'invalid-message-content': change(401, {
    sentence: 'Invalid message content',
    cause: 'the signed text is not JSON, or its action or fields are wrong',
    remedy: 'Sign the fields of the operation; details names the wrong ones.',
    details: ({ problems }) =>
      problems.map(({ field, message }) => `${shown(field)}: ${shownMessage(message)}`),
  }),
  'signature-already-used': change(401, {
    sentence: 'Signature already used',
    cause: 'the signed message was used before',
    remedy: 'Sign a new message: its timestamp, or a field of your own, makes it different.',
    hint: 'remedy',
  }),
  'wrong-audience': change(401, 'WRONG_AUDIENCE', {
    sentence: 'Message is for another server',
    cause:
      'the signed audience or network is another server’s, or is missing although the server requires it; details.field names it',
    remedy: `Sign the origin and network of this server; details.field is the one that differs. ${BEHIND_A_PROXY}`,
    details: ({ field, isMissing }) => ({
      field,
      reason: isMissing ? 'must be named' : `is not this server’s`,
    }),
    hint: audienceHint,
  }),
  'expired-timestamp': change(401, 'EXPIRED_TIMESTAMP', {
    sentence: 'EXPIRED_TIMESTAMP',
    cause: `the signed timestamp is more than ${TIMESTAMP_TOLERANCE_MS / 60_000} minutes off the server’s clock`,
    remedy: 'Sign again with the current time; GET /time is the server’s clock.',
    details: ({ behindMs }) => ({ behindMs }),
    hint: clockHint,
  }),
  'not-order-owner': change(403, 'NOT_ORDER_OWNER', {
    sentence: 'Unauthorized',
    cause: 'the wallet does not own the order',
    remedy: 'Sign with the wallet that owns the order.',
    hint: 'remedy',
  }),
  'invalid-api-key': change(401, 'INVALID_API_KEY', {
    sentence: 'Invalid API key',
    cause: 'there is no such API key',
    remedy: 'Send the key as returned when it was created: it starts with ck_live_, or ck_test_ on a devnet.',
    hint: 'remedy',
  }),
  'api-key-inactive': change(401, 'API_KEY_INACTIVE', {
    sentence: 'API key inactive',
    cause: 'the API key is revoked or expired',
    remedy: 'Create a new key: this one is revoked or expired.',
    hint: 'remedy',
  }),
  'revocations-unknown': later(503, {
    sentence: 'The database may lack revocations of API keys; keys are admitted once it is released',
    cause:
      'the database was restored or rolled back, so it may lack a revocation; keys are admitted once it is released',
    remedy: 'Sign with the wallet meanwhile, or wait for the operator.',
    hint: 'remedy',
    retryAfter: 30,
  }),
  'permission-denied': change(403, 'PERMISSION_DENIED', {
    sentence: 'Permission denied',
    cause: 'the API key lacks the permission',
    remedy: 'Create a key with the permission that details names.',
    details: ({ permission }) => ({ permission }),
    hint: ({ permission }) => `Create a key with the permission ${permission}.`,
  }),
  'outside-key-limits': change(403, {
    sentence: 'The limits of this API key do not allow this',
    cause: 'the order, or the caller’s address, is outside the limits that the owner set for the key',
    remedy:
      'Use a key without this limit, or sign with the wallet: details.limit names the limit, details.value what is outside it, and details.until when the key ends (null for never). Limits of a key never change.',
    details: ({ limit, value, until }) => ({ limit, value: shown(value), until: until ?? null }),
    hint: 'remedy',
  }),
  'key-amount-exceeded': later(429, {
    sentence: 'The daily amount of this API key is used up for this order',
    cause: 'the orders that the key executed today leave less of its daily amount than this one pays',
    remedy:
      'Wait for the next day of UTC, at details.until, or sign with the wallet: details has the limit, and what was spent.',
    details: ({ token, limit, spent, amount, until }) => ({
      limit: 'amount',
      token,
      perDay: String(limit),
      spent: String(spent),
      amount: String(amount),
      until,
    }),
    hint: 'remedy',
    retryAfter: ({ msLeft }) => wholeSeconds(msLeft),
  }),
  'key-of-another-wallet': change(403, 'UNAUTHORIZED_WALLET', {
    sentence: 'API key not authorized for this wallet',
    cause: 'the API key belongs to a wallet other than the order’s',
    remedy: 'Use a key of the wallet that owns the order.',
    hint: 'remedy',
  }),
  'rate-limit-exceeded': later(429, 'RATE_LIMIT_EXCEEDED', {
    sentence: 'RATE_LIMIT_EXCEEDED',
    cause: `the API key made more than ${REQUESTS_PER_WINDOW} requests in this minute`,
    remedy: FEWER_REQUESTS,
    hint: 'remedy',
    retryAfter: ({ caller }) => secondsLeft(caller),
  }),
  'wallet-rate-exceeded': later(429, 'RATE_LIMIT_EXCEEDED', {
    sentence: 'RATE_LIMIT_EXCEEDED',
    cause: `the wallet signed more than ${REQUESTS_PER_WINDOW} executes in this minute`,
    remedy: FEWER_REQUESTS,
    hint: 'remedy',
    retryAfter: secondsLeft,
  }),
  'duplicate-key-name': change(400, {
    ...said('An active API key with this name already exists'),
    remedy: 'Choose another keyName, or revoke the key with that name. details.code is DUPLICATE_KEY_NAME.',
    details: () => ({ code: 'DUPLICATE_KEY_NAME' }),
  }),
  'too-many-api-keys': change(422, {
    sentence: ({ limit }) =>
      `The wallet has ${limit} active API keys, the most it may have; revoke one first`,
    cause: 'the wallet has SLUICE_MAX_API_KEYS active keys',
    remedy: 'Revoke a key first.',
    details: ({ limit }) => ({ limit }),
  }),
  'api-key-not-found': change(404, {
    sentence: 'API key not found',
    cause: 'there is no such key',
    remedy: 'List the wallet’s keys: the id is the field id, not the key itself.',
    details: ({ keyId }) => ({ keyId: shown(keyId) }),
  }),
  'not-key-owner': change(403, {
    sentence: 'Unauthorized',
    cause: 'the key belongs to another wallet',
    remedy: 'Sign with the wallet that created the key.',
    hint: 'remedy',
  }),
});
