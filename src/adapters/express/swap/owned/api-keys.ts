import type { DescribedKey, IssuedApiKey } from '../../../../application/api-keys/manage-keys.js';
import type { Core } from '../../../../application/core.js';
import { MOST_PER_LIMIT, type KeyLimits, type TokenAmount } from '../../../../domain/api-key/limits.js';
import {
  KEY_NAME,
  KEY_SECRET,
  PERMISSIONS,
  type ApiKey,
  type Permission,
} from '../../../../domain/api-key/api-key.js';
import { REQUESTS_PER_WINDOW } from '../../../../domain/api-key/rate-window.js';
import { RECENT_REQUESTS, type KeyRequest } from '../../../../domain/api-key/usage.js';
import { valueOrThrow } from '../../errors/errors.js';
import { contractId, HEX_ID } from '../../schema/common-schemas.js';
import { operation } from '../../operation/operation.js';
import { outcomes } from '../../schema/outcomes.js';
import {
  always,
  flag,
  list,
  number,
  object,
  oneOf,
  orNull,
  ref,
  text,
  time,
  units,
  whole,
  wordOf,
  type WireOf,
} from '../../schema/schema.js';
import { field, fields, named, optional, within } from '../../schema/shape.js';
import { ADDRESS_QUOTA, type StoredPerAddress } from '../../requests/stored-per-address.js';
import { BY_BODY, requireProofInBody, requireProofInHeaders } from '../../requests/wallet-proof.js';
import {
  OWNER_CHANGE,
  OWNER_CHANGE_ERRORS,
  OWNER_READ,
  OWNER_READ_ERRORS,
  type OwnedError,
} from './owner-operation.js';

export interface ApiKeyParts extends Pick<Core, 'apiKeys'> {
  readonly stored: StoredPerAddress;
}

const count = (description: string) => whole(description, { minimum: 0 });
const NAME = text('1 to 100 letters, digits, spaces, - or _; unique among the wallet’s active keys', {
  pattern: KEY_NAME.source,
});
const ALLOWED: Readonly<Record<Permission, string>> = {
  read: 'nothing else: every key reads the owner’s view of orders',
  execute: 'to execute orders',
  cancel: 'to end orders',
  create: 'nothing, at present',
  webhooks: 'to manage webhooks and alerts',
};
const PERMISSION_LIST = list(
  wordOf(ALLOWED, 'action that the key allows'),
  'permissions of the key, without duplicates',
  { minItems: 1, maxItems: PERMISSIONS.length, uniqueItems: true },
);

const some = { minItems: 1, maxItems: MOST_PER_LIMIT };
/** Limits of a key, as its owner signs them and as responses have them. */
const LIMITS = named(
  'ApiKeyLimits',
  fields<KeyLimits>()(
    {
      pairs: optional(
        list(
          text('two contract ids, separated by a comma'),
          'only orders that sell either token of a pair for the other',
          some,
        ),
        ({ pairs }) => pairs?.map((pair) => pair.join(',')),
      ),
      plans: optional(list(text('a strategyId'), 'only orders of these plans', some)),
      dailyAmounts: optional(
        list(
          fields<TokenAmount>()({
            token: contractId('input token'),
            amount: units('smallest units a day of UTC'),
          }).schema,
          'most that the orders executed on a day may pay; orders that pay another token are not executed',
          some,
        ),
      ),
      addresses: optional(
        list(
          text('IP address, or a block such as 203.0.113.0/24'),
          'only callers from these addresses',
          some,
        ),
      ),
    },
    { description: 'limits of a key beyond its permissions; all that are present hold together' },
  ),
);

/** Terms of a key: its purpose and lifetime. Every response with a key has them. */
const TERMS = within(({ key }: { readonly key: ApiKey }) => key.terms, {
  permissions: PERMISSION_LIST,
  limits: optional(LIMITS.ref('absent if there are none')),
  rateLimit: field(
    whole(`requests a minute, ${REQUESTS_PER_WINDOW}`, { 'x-unit': 'requests a minute' }),
    () => REQUESTS_PER_WINDOW,
  ),
  expiresAt: orNull(time('time of expiry; null for never')),
});

export { LIMITS as API_KEY_LIMITS };

/** A key as lists return it: without the key itself and its hash. */
export const API_KEY = named(
  'ApiKey',
  fields<DescribedKey>()(
    {
      id: field(HEX_ID, ({ key }) => key.id),
      name: field(NAME, ({ key }) => key.terms.name),
      keyPreview: field(
        text('ck_live_ (ck_test_ on a devnet), … and its last four characters'),
        ({ key }) => key.preview,
      ),
      permissions: TERMS.permissions,
      limits: TERMS.limits,
      spentToday: optional(
        list(
          object({ token: contractId('input token'), amount: ref<string>('Units', 'smallest units') }),
          'what the orders pay that the key executed on this day of UTC; absent without dailyAmounts',
        ),
        ({ key, spentToday }) =>
          key.terms.limits?.dailyAmounts?.map(({ token }) => ({
            token,
            amount: String(spentToday.get(token) ?? 0n),
          })),
      ),
      rateLimit: TERMS.rateLimit,
      status: oneOf(['active', 'revoked'], 'an expired key counts as revoked'),
      createdAt: field(time('time of creation'), ({ key }) => key.createdAt),
      lastUsedAt: orNull(time('time of the last request; null for none')),
      expiresAt: TERMS.expiresAt,
      revokedAt: field(
        orNull(time('time of revocation; null if it was not revoked')),
        ({ key }) => key.revokedAt,
      ),
      usageStats: field(
        object(
          {
            totalRequests: count('all requests'),
            successfulRequests: count('requests that succeeded'),
            failedRequests: count('requests that failed'),
            creationCount: count('always 0'),
            executionCount: count('orders executed'),
            cancellationCount: count('orders cancelled'),
          },
          { description: 'number of uses, by purpose' },
        ),
        ({ usage }) => usage,
      ),
    },
    { description: 'an API key, without the key itself' },
  ),
);

/** An API key as JSON, without the key itself. Times are ISO 8601. */
export type ApiKeyResponse = WireOf<typeof API_KEY>;

export const KEY_REQUEST = named(
  'KeyRequest',
  fields<KeyRequest>()({
    timestamp: field(time('time'), ({ at }) => at),
    method: text('HTTP method'),
    endpoint: text('path, without its query'),
    success: flag('whether it succeeded'),
    statusCode: whole('HTTP status', { minimum: 100, maximum: 599 }),
    errorMessage: optional(text('the error sentence, if it failed')),
    responseTime: field(
      number('duration', { minimum: 0, 'x-unit': 'milliseconds' }),
      ({ responseTimeMs }) => responseTimeMs,
    ),
  }),
);

/** Approximate disk space of a key with its last requests. */
const KEY_BYTES = 1_000 + 300 * RECENT_REQUESTS;

const KEY_IN_PATH = { keyId: HEX_ID };

const CREATED = fields<IssuedApiKey>()({
  status: always('success'),
  apiKey: field(text('the key itself. A secret', { pattern: KEY_SECRET.source }), ({ secret }) => secret),
  keyId: field(HEX_ID, ({ key }) => key.id),
  name: field(NAME, ({ key }) => key.terms.name),
  ...TERMS,
});

/** The body of `POST /api/v1/api-keys`, the only one that holds the key itself: a secret. */
export type CreateApiKeyResponse = WireOf<typeof CREATED>;

export const createApiKey = operation({
  id: 'createApiKey',
  ...OWNER_CHANGE,
  method: 'post',
  path: '/api/v1/api-keys',
  summary: 'Create an API key, so that a bot may execute or cancel the wallet’s orders',
  rules: [
    'apiKey in the response is the key itself, returned only once: the server keeps only its hash.',
    'The key begins with ck_live_, or with ck_test_ on a devnet.',
    'Limits never change: create another key, and revoke this one. pair and plan limit what is executed and cancelled, not what is read.',
    'A wallet has up to SLUICE_MAX_API_KEYS active keys. Equally many revoked or expired keys are kept, newest first; older ones are deleted.',
  ],
  signedFields: {
    action: always('create_api_key'),
    keyName: NAME,
    permissions: PERMISSION_LIST,
    limits: LIMITS.ref('optional; what the key may do is limited to this'),
    expiresAt: time('optional; when the key stops working, in the future'),
  },
  response: { description: 'The key.', schema: CREATED.schema },
  errors: [
    ...OWNER_CHANGE_ERRORS,
    ...outcomes<OwnedError<Core['apiKeys']['issue']>>()(['duplicate-key-name', 'too-many-api-keys']),
    ADDRESS_QUOTA,
  ],
  curl: `-X POST "$BASE/swap/api/v1/api-keys" ${BY_BODY}`,
  sign: `action=create_api_key keyName=bot-$RANDOM 'permissions=["execute","cancel"]'`,
  handle: async ({ apiKeys, stored }: ApiKeyParts, { req }) => {
    const proof = requireProofInBody(req);
    const work = async () => valueOrThrow(await apiKeys.issue(proof));
    return CREATED.write(await stored.during(req, { bytes: KEY_BYTES }, work));
  },
});

export const listApiKeys = operation({
  id: 'listApiKeys',
  ...OWNER_READ,
  path: '/api/v1/api-keys',
  summary: 'List the wallet’s keys, newest first, including revoked ones',
  signedFields: { action: always('list_api_keys') },
  response: {
    description: 'The keys.',
    schema: object({ status: always('success'), apiKeys: list(API_KEY.ref(), 'the keys') }),
  },
  errors: [...OWNER_READ_ERRORS, ...outcomes<OwnedError<Core['apiKeys']['list']>>()([])],
  curl: '"$BASE/swap/api/v1/api-keys" -H @headers.txt',
  sign: 'action=list_api_keys',
  handle: async ({ apiKeys }: ApiKeyParts, { req }) => {
    const keys = valueOrThrow(await apiKeys.list(requireProofInHeaders(req)));
    return { status: 'success' as const, apiKeys: keys.map((key) => API_KEY.write(key)) };
  },
});

export const getApiKey = operation({
  id: 'getApiKey',
  ...OWNER_READ,
  path: '/api/v1/api-keys/{keyId}',
  summary: 'Read a key and its last requests',
  signedFields: { action: always('get_api_key_stats'), keyId: text('as in the path') },
  params: KEY_IN_PATH,
  response: {
    description: 'The key.',
    schema: object({
      status: always('success'),
      apiKey: API_KEY.ref('the key'),
      recentActivity: list(KEY_REQUEST.ref(), `last ${RECENT_REQUESTS} requests, newest first`, {
        maxItems: RECENT_REQUESTS,
      }),
    }),
  },
  errors: [
    ...OWNER_READ_ERRORS,
    ...outcomes<OwnedError<Core['apiKeys']['get']>>()(['not-key-owner', 'api-key-not-found']),
  ],
  curl: '"$BASE/swap/api/v1/api-keys/$KEY_ID" -H @headers.txt',
  sign: 'action=get_api_key_stats keyId=$KEY_ID',
  handle: async ({ apiKeys }: ApiKeyParts, { params, req }) => {
    const key = valueOrThrow(await apiKeys.get(params.keyId, requireProofInHeaders(req)));
    const recentActivity = key.recentActivity.map((request) => KEY_REQUEST.write(request));
    return { status: 'success' as const, apiKey: API_KEY.write(key), recentActivity };
  },
});

export const revokeApiKey = operation({
  id: 'revokeApiKey',
  ...OWNER_CHANGE,
  method: 'delete',
  path: '/api/v1/api-keys/{keyId}',
  summary: 'Revoke a key, at once and forever; repeating it returns 200',
  signedFields: { action: always('delete_api_key'), keyId: text('as in the path') },
  params: KEY_IN_PATH,
  response: {
    description: 'Revoked.',
    schema: object({ status: always('success'), message: text('confirmation with the key’s name') }),
  },
  errors: [
    ...OWNER_CHANGE_ERRORS,
    ...outcomes<OwnedError<Core['apiKeys']['revoke']>>()(['not-key-owner', 'api-key-not-found']),
  ],
  curl: `-X DELETE "$BASE/swap/api/v1/api-keys/$KEY_ID" ${BY_BODY}`,
  sign: 'action=delete_api_key keyId=$KEY_ID',
  handle: async ({ apiKeys }: ApiKeyParts, { params, req }) => {
    const { terms } = valueOrThrow(await apiKeys.revoke(params.keyId, requireProofInBody(req)));
    return { status: 'success' as const, message: `API key "${terms.name}" has been revoked` };
  },
});
