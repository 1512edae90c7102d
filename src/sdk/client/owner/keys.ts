import { requireKnown, type ReadOptions } from '../transport/call.js';
import type { ClientOptions, Connection } from '../transport/connection.js';
import { alone, type Credentials } from './credentials.js';
import type { Names } from '../transport/known-names.js';
import type { Operations, ResponseOf } from '../transport/route.js';
import { isoOf, type Time } from '../transport/times.js';
import type { ApiKey } from '../wire/swap.js';
import * as routes from '../wire/routes.js';

type Signed = Operations['createApiKey']['signed'];

/** An API key to create. */
export interface NewApiKey {
  /** Name of the key: 1 to 100 letters, digits, spaces, - or _; unique among the wallet's active keys. */
  readonly name: Signed['keyName'];
  /** Permissions of the key. */
  readonly permissions: Signed['permissions'];
  /** Limits beyond the permissions: pairs, plans, amounts a day, callers' addresses. They never change. */
  readonly limits?: Signed['limits'];
  /** Time at which the key stops working; never if absent. */
  readonly expiresAt?: Time | undefined;
}

/**
 * API keys of the client's wallet, which signs each of these calls. Calls are never repeated automatically: list the keys before
 * you repeat one.
 */
export interface KeysClient {
  /** Creates a key. Only this response contains the key itself, `apiKey`, which is a secret. */
  create(key: NewApiKey, options?: ReadOptions): Promise<ResponseOf<'createApiKey'>>;
  /** All keys, newest first, including revoked ones. */
  list(options?: ReadOptions): Promise<readonly ApiKey[]>;
  /** A key and its last requests. */
  get(keyId: string, options?: ReadOptions): Promise<Omit<ResponseOf<'getApiKey'>, 'status'>>;
  /** Revokes a key, at once and forever. */
  revoke(keyId: string, options?: ReadOptions): Promise<void>;
}

/**
 * A client of API keys alone. Sends nothing yet.
 *
 * @throws RangeError for an unknown or invalid option.
 * @example
 * const keys = keysClient({ baseUrl: 'https://dex.example.org', wallet });
 * const { apiKey } = await keys.create({ name: 'bot', permissions: ['execute', 'cancel'] });
 */
export const keysClient = (options: ClientOptions): KeysClient => alone(keysOf, options);

const KEY: Names<NewApiKey> = { name: 1, permissions: 1, limits: 1, expiresAt: 1 };

export const keysOf = ({ call }: Connection, credentials: Credentials): KeysClient => ({
  create: async (key, options) => {
    requireKnown(key, KEY);
    const { name, permissions, limits, expiresAt } = key;
    const terms: Signed = {
      action: 'create_api_key',
      keyName: name,
      permissions,
      limits,
      expiresAt: isoOf(expiresAt),
    };
    return call(routes.createApiKey, { ...credentials.inBody(terms), options });
  },
  list: async (options) => {
    const prove = () => credentials.signedRead({ action: 'list_api_keys' });
    return (await call(routes.listApiKeys, { options, prove })).apiKeys;
  },
  get: async (keyId, options) => {
    const prove = () => credentials.signedRead({ action: 'get_api_key_stats', keyId });
    const { apiKey, recentActivity } = await call(routes.getApiKey, { params: { keyId }, options, prove });
    return { apiKey, recentActivity };
  },
  revoke: async (keyId, options) => {
    const signed = credentials.inBody({ action: 'delete_api_key', keyId });
    await call(routes.revokeApiKey, { params: { keyId }, ...signed, options });
  },
});
