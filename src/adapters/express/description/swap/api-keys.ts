import { KEY_NAME, PERMISSIONS } from '../../../../domain/api-key/api-key.js';
import { REQUESTS_PER_WINDOW } from '../../../../domain/api-key/rate-window.js';
import { RECENT_REQUESTS } from '../../../../domain/api-key/usage.js';
import { BODY_BYTES } from '../../json-body.js';
import { address } from '../../operation/common-schemas.js';
import type {
  ResponseDescription,
  JsonSchema,
  OperationDescription,
  RequestBody,
} from '../../operation/model.js';
import { BODY_ERRORS, INTERNAL, MALFORMED_PATH, outcome, errorCase } from '../../operation/outcomes.js';
import { inPath } from '../../operation/parameter-list.js';
import { always, list, object, oneOf, orNull, ref, text, time, whole } from '../../operation/schema.js';
import { MISSING_AUTHENTICATION, MISSING_HEADERS, USED_SIGNATURE, WALLET_ERRORS } from './wallet-errors.js';

const count = (description: string) => whole(description, { minimum: 0 });
const KEY_ID = text('32 hex characters', { pattern: '^[0-9a-f]{32}$' });
const NAME = text('1 to 100 letters, digits, spaces, - or _; unique among the wallet’s active keys', {
  pattern: KEY_NAME.source,
});
const PERMISSION_LIST = list(
  oneOf(PERMISSIONS, 'create allows nothing at present'),
  'what the key may do, each once',
  { minItems: 1, maxItems: PERMISSIONS.length, uniqueItems: true },
);
const RATE_LIMIT = whole(`requests a minute, ${REQUESTS_PER_WINDOW}`, { 'x-unit': 'requests a minute' });
const EXPIRES_AT = orNull(time('when it stops working; null for never'));

export const API_KEY_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ApiKey: object({
    id: KEY_ID,
    name: NAME,
    keyPreview: text('ck_live_… and its last four characters'),
    permissions: PERMISSION_LIST,
    rateLimit: RATE_LIMIT,
    status: oneOf(['active', 'revoked'], 'an expired key counts as revoked'),
    createdAt: time('when it was created'),
    lastUsedAt: orNull(time('its last request; null for none')),
    expiresAt: EXPIRES_AT,
    usageStats: object({
      totalRequests: count('all requests'),
      successfulRequests: count('those that succeeded'),
      failedRequests: count('those that did not'),
      creationCount: count('always 0'),
      executionCount: count('orders executed'),
      cancellationCount: count('orders cancelled'),
    }),
  }),
  KeyRequest: object(
    {
      timestamp: time('when'),
      method: text('HTTP method'),
      endpoint: text('path, without its query'),
      success: { type: 'boolean', description: 'whether it succeeded' },
      statusCode: whole('HTTP status', { minimum: 100, maximum: 599 }),
      errorMessage: text('what was answered, where it failed'),
      responseTime: { type: 'number', description: 'how long it took', minimum: 0, 'x-unit': 'milliseconds' },
    },
    { optional: ['errorMessage'] },
  ),
  SignedBody: object({
    message: text('the JSON text that the wallet signed, byte for byte', { minLength: 1 }),
    walletAddress: address('the wallet'),
  }),
};

const SIGNED_BODY: RequestBody = {
  description: 'The signed message.',
  schema: ref('SignedBody'),
  maxBytes: BODY_BYTES,
};

const MISSING_FIELDS = errorCase(
  400,
  'missing-required-fields',
  'Missing required fields: …',
  'message or walletAddress is absent; names them',
);
const KEY_NOT_FOUND = outcome({ kind: 'api-key-not-found' }, 'there is no such key');
const NOT_KEY_OWNER = outcome({ kind: 'not-key-owner' }, 'the key belongs to another wallet');

const success = (description: string, fields: Readonly<Record<string, JsonSchema>>): ResponseDescription => ({
  status: 200,
  description,
  schema: object({ status: always('success'), ...fields }),
  caching: 'no-store',
});

const SIGNED_CHANGE = [
  ...BODY_ERRORS,
  MISSING_FIELDS,
  MISSING_AUTHENTICATION,
  ...WALLET_ERRORS,
  USED_SIGNATURE,
];
const KEY_IN_PATH = inPath('keyId', KEY_ID);
const BY_HEADERS =
  '-H "x-message: $MESSAGE" -H "x-signature: $SIGNATURE" -H "x-public-key: $PUBLIC_KEY" -H "x-wallet-address: $ADDRESS"';
const BY_BODY = `-H 'Content-Type: application/json' -H "x-signature: $SIGNATURE" -H "x-public-key: $PUBLIC_KEY" -d @signed.json`;

export const API_KEY_OPERATIONS: readonly OperationDescription[] = [
  {
    id: 'createApiKey',
    method: 'post',
    path: '/api/v1/api-keys',
    summary: 'Create an API key, so that a bot may execute or cancel the wallet’s orders',
    rules: ['apiKey in the answer is the key itself, shown this once: the server keeps only its hash.'],
    access: ['wallet-body'],
    signedFields: {
      action: always('create_api_key'),
      keyName: NAME,
      permissions: PERMISSION_LIST,
      expiresAt: time('optional; when the key shall stop working, in the future'),
    },
    body: SIGNED_BODY,
    responses: [
      success('The key.', {
        apiKey: text('the key itself. A secret', { pattern: '^ck_live_[0-9a-f]{64}$' }),
        keyId: KEY_ID,
        name: NAME,
        permissions: PERMISSION_LIST,
        rateLimit: RATE_LIMIT,
        expiresAt: EXPIRES_AT,
      }),
    ],
    errors: [
      ...SIGNED_CHANGE,
      outcome({ kind: 'duplicate-key-name' }, 'an active key of the wallet has this name'),
      INTERNAL,
    ],
    curl: `-X POST "$BASE/swap/api/v1/api-keys" ${BY_BODY}`,
  },
  {
    id: 'listApiKeys',
    method: 'get',
    path: '/api/v1/api-keys',
    summary: 'List the wallet’s keys, newest first, revoked ones too',
    access: ['wallet-headers'],
    signedFields: { action: always('list_api_keys') },
    responses: [success('The keys.', { apiKeys: list(ref('ApiKey'), 'the keys') })],
    errors: [MISSING_HEADERS, ...WALLET_ERRORS, INTERNAL],
    curl: `"$BASE/swap/api/v1/api-keys" ${BY_HEADERS}`,
  },
  {
    id: 'getApiKey',
    method: 'get',
    path: '/api/v1/api-keys/{keyId}',
    summary: 'Look at a key and its last requests',
    access: ['wallet-headers'],
    signedFields: { action: always('get_api_key_stats'), keyId: text('as in the path') },
    parameters: [KEY_IN_PATH],
    responses: [
      success('The key.', {
        apiKey: ref('ApiKey'),
        recentActivity: list(ref('KeyRequest'), `its last ${RECENT_REQUESTS} requests, newest first`, {
          maxItems: RECENT_REQUESTS,
        }),
      }),
    ],
    errors: [MALFORMED_PATH, MISSING_HEADERS, ...WALLET_ERRORS, NOT_KEY_OWNER, KEY_NOT_FOUND, INTERNAL],
    curl: `"$BASE/swap/api/v1/api-keys/$KEY_ID" ${BY_HEADERS}`,
  },
  {
    id: 'revokeApiKey',
    method: 'delete',
    path: '/api/v1/api-keys/{keyId}',
    summary: 'Revoke a key, at once and for ever; again is 200 again',
    access: ['wallet-body'],
    signedFields: { action: always('delete_api_key'), keyId: text('as in the path') },
    parameters: [KEY_IN_PATH],
    body: SIGNED_BODY,
    responses: [success('It is revoked.', { message: text('says so, with the key’s name') })],
    errors: [MALFORMED_PATH, ...SIGNED_CHANGE, NOT_KEY_OWNER, KEY_NOT_FOUND, INTERNAL],
    curl: `-X DELETE "$BASE/swap/api/v1/api-keys/$KEY_ID" ${BY_BODY}`,
  },
];
