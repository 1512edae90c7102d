import { randomUUID } from 'node:crypto';
import { answers, recordOf } from './expect.js';
import type { Answer } from './client/http.js';
import { signedBody, signedHeaders, type Wallet } from './client/wallet.js';
import type { World } from './world.js';

export interface Key {
  readonly id: string;
  /** The complete key. */
  readonly secret: string;
  readonly name: string;
  readonly body: Record<string, unknown>;
}

/** A new name, unique because the contract demands that the names of active keys differ. */
export const newName = (): string => `conformance ${randomUUID().slice(0, 8)}`;

export const message = (world: World, action: string, fields: object = {}) => ({
  action,
  timestamp: world.now(),
  nonce: randomUUID(),
  ...fields,
});

export const createBody = (world: World, fields: object = {}) =>
  message(world, 'create_api_key', { keyName: newName(), permissions: ['execute', 'cancel'], ...fields });

export const postKey = (world: World, signed: object, wallet = world.owner): Promise<Answer> =>
  world.swap('/api-keys', { method: 'POST', ...signedBody(signed, wallet) });

/** Creates a key. The run revokes it at its end. */
export async function createKey(world: World, fields: object = {}, wallet = world.owner): Promise<Key> {
  const signed = createBody(world, fields);
  const answer = await postKey(world, signed, wallet);
  answers(answer, 200);
  const body = recordOf(answer.body, 'body');
  const key = {
    id: String(body['keyId']),
    secret: String(body['apiKey']),
    name: signed['keyName' as never],
    body,
  };
  world.undoLater(() => revoke(world, key.id, wallet));
  return key;
}

export const listKeys = (world: World, wallet = world.owner): Promise<Answer> =>
  world.swap('/api-keys', { headers: signedHeaders(message(world, 'list_api_keys'), wallet) });

export const showKey = (world: World, keyId: string, wallet: Wallet = world.owner): Promise<Answer> =>
  world.swap(`/api-keys/${keyId}`, {
    headers: signedHeaders(message(world, 'get_api_key_stats', { keyId }), wallet),
  });

export const revoke = (world: World, keyId: string, wallet: Wallet = world.owner): Promise<Answer> =>
  world.swap(`/api-keys/${keyId}`, {
    method: 'DELETE',
    ...signedBody(message(world, 'delete_api_key', { keyId }), wallet),
  });

/** A key with every permission, shared by the whole run. */
export const fullKey = (world: World): Promise<Key> => world.once(createFull);
const createFull = (world: World) => createKey(world, { permissions: ['execute', 'cancel', 'create'] });

/** A key that has been revoked, shared by the whole run. */
export const revokedKey = (world: World): Promise<Key> => world.once(createRevoked);
async function createRevoked(world: World): Promise<Key> {
  const key = await createKey(world);
  answers(await revoke(world, key.id), 200);
  return key;
}
