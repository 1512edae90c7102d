import { clausesOf, type Clause } from '../clause.js';
import {
  createBody,
  createKey,
  fullKey,
  listKeys,
  newName,
  postKey,
  revoke,
  revokedKey,
  showKey,
} from '../api-keys.js';
import { answers, demand, matches, recordOf, recordsOf, same } from '../expect.js';
import { ISO, LIST, OBJECT, oneOf, orNull, TEXT, WHOLE, fieldClauses } from '../fields.js';
import { changeByKey, manualOrder, place } from '../orders.js';
import { newWallet } from '../client/wallet.js';
import type { World } from '../world.js';

const clause = clausesOf('keys');

const CREATED = {
  status: TEXT,
  apiKey: TEXT,
  keyId: TEXT,
  name: TEXT,
  permissions: LIST,
  rateLimit: oneOf(100),
  'expiresAt?': orNull(ISO),
};
const LISTED = {
  id: TEXT,
  name: TEXT,
  keyPreview: TEXT,
  permissions: LIST,
  rateLimit: WHOLE,
  status: oneOf('active', 'revoked'),
  createdAt: ISO,
  'lastUsedAt?': orNull(ISO),
  'expiresAt?': orNull(ISO),
  usageStats: OBJECT,
};

const listed = async (world: World) => {
  await fullKey(world);
  await revokedKey(world);
  const answer = await listKeys(world);
  answers(answer, 200);
  return recordsOf(recordOf(answer.body, 'body')['apiKeys'], 'apiKeys');
};

const shownKey = async (world: World) => {
  const { id, secret } = await fullKey(world);
  await changeByKey(world, 'cancel', (await place(world)).uuid, secret);
  const answer = await showKey(world, id);
  answers(answer, 200);
  return recordOf(answer.body, 'body');
};

const HOUR_MS = 3_600_000;

const taken = (says: string, fields: (world: World) => object): Clause =>
  clause(
    `POST /api-keys takes ${says}`,
    async (world) => void (await createKey(world, fields(world))),
    'owner',
  );

const refused = (says: string, fields: (world: World) => object): Clause =>
  clause(
    `POST /api-keys refuses ${says}: 401 "Invalid message content"`,
    async (world) =>
      answers(await postKey(world, createBody(world, fields(world))), 401, 'Invalid message content'),
    'owner',
  );

export const apiKeys: readonly Clause[] = [
  ...fieldClauses('keys', 'created key', CREATED, async (world) => [(await fullKey(world)).body], 'owner'),
  clause(
    'apiKey is a fixed prefix, which says live or, on a devnet, test, and 64 hex characters',
    async (world) => {
      const [one, other] = [(await fullKey(world)).secret, (await revokedKey(world)).secret];
      matches(one, /^.*(live|test).*[0-9a-f]{64}$/, 'apiKey');
      same(one.slice(0, -64), other.slice(0, -64), 'prefix of two keys');
    },
    'owner',
  ),
  clause(
    'only a hash of a key is stored',
    async (world) => {
      const { secret, name } = await fullKey(world);
      same(await world.controls.stores?.(name), true, 'the storage contains the name');
      same(await world.controls.stores?.(secret), false, 'the storage contains the key');
    },
    'owner',
    'stores',
  ),
  taken('names of letters, digits, blanks, - and _', () => ({ keyName: `${newName()} A-z_09` })),
  taken('a name of 100 characters', () => ({ keyName: newName().padEnd(100, 'x') })),
  ...['execute', 'cancel', 'create'].map((permission) =>
    taken(`the permission ${permission} alone`, () => ({ permissions: [permission] })),
  ),
  taken('a future expiresAt', (world) => ({ expiresAt: new Date(world.now() + HOUR_MS).toISOString() })),
  refused('an empty name', () => ({ keyName: '' })),
  refused('a name of 101 characters', () => ({ keyName: newName().padEnd(101, 'x') })),
  refused('a name with other characters', () => ({ keyName: 'a.name' })),
  refused('no permission', () => ({ permissions: [] })),
  refused('an unknown permission', () => ({ permissions: ['withdraw'] })),
  refused('four permissions', () => ({ permissions: ['execute', 'cancel', 'create', 'execute'] })),
  refused('an expiresAt in the past', (world) => ({
    expiresAt: new Date(world.now() - HOUR_MS).toISOString(),
  })),
  refused('another action', () => ({ action: 'list_api_keys' })),
  clause(
    'expiresAt comes back',
    async (world) => {
      const expiresAt = new Date(world.now() + HOUR_MS).toISOString();
      same((await createKey(world, { expiresAt })).body['expiresAt'], expiresAt, 'expiresAt');
    },
    'owner',
  ),
  clause(
    'GET /api-keys is { status, apiKeys }',
    async (world) => {
      same(recordOf((await listKeys(world)).body, 'body')['status'], 'success', 'status');
    },
    'owner',
  ),
  ...fieldClauses('keys', 'listed key', LISTED, listed, 'owner'),
  clause(
    'a list never shows a full key',
    async (world) => {
      const { text } = await listKeys(world);
      demand(!/[0-9a-f]{64}/.test(text), 'no key', 'a key');
    },
    'owner',
  ),
  clause(
    'GET /api-keys/{keyId} is { status, apiKey, recentActivity }',
    async (world) => {
      const { status, apiKey, recentActivity } = await shownKey(world);
      same(status, 'success', 'status');
      same(recordOf(apiKey, 'apiKey')['id'], (await fullKey(world)).id, 'apiKey.id');
      demand(
        Array.isArray(recentActivity) && recentActivity.length <= 50,
        'up to 50 requests',
        recentActivity,
      );
    },
    'owner',
  ),
  clause(
    'DELETE /api-keys/{keyId} is { status, message }',
    async (world) => {
      const { id } = await createKey(world);
      const answer = await revoke(world, id);
      answers(answer, 200);
      const { status, message } = recordOf(answer.body, 'body');
      same([status, typeof message], ['success', 'string'], 'status, type of message');
    },
    'owner',
  ),
  clause(
    'a revocation takes effect at once',
    async (world) => {
      const [{ id, secret }, { uuid }] = [await createKey(world), await manualOrder(world)];
      answers(await revoke(world, id), 200);
      answers(await changeByKey(world, 'cancel', uuid, secret), 401);
    },
    'owner',
  ),
  clause(
    'a revoked key stays listed, as revoked',
    async (world) => {
      const { id } = await revokedKey(world);
      same((await listed(world)).find((key) => key['id'] === id)?.['status'], 'revoked', 'status');
    },
    'owner',
  ),
  clause(
    'a name is unique among active keys: 400 DUPLICATE_KEY_NAME',
    async (world) => {
      const { name } = await fullKey(world);
      const answer = await postKey(world, createBody(world, { keyName: name }));
      answers(answer, 400, 'An active API key with this name already exists');
      same(
        recordOf(recordOf(answer.body, 'body')['details'], 'details')['code'],
        'DUPLICATE_KEY_NAME',
        'details.code',
      );
    },
    'owner',
  ),
  clause(
    'the name of a revoked key is free again',
    async (world) => {
      const { name } = await revokedKey(world);
      await createKey(world, { keyName: name });
    },
    'owner',
  ),
  clause(
    'a key of another wallet can be neither read nor revoked: 403 "Unauthorized"',
    async (world) => {
      const { id } = await fullKey(world);
      const wallet = newWallet(world.chain);
      answers(await showKey(world, id, wallet), 403, 'Unauthorized');
      answers(await revoke(world, id, wallet), 403, 'Unauthorized');
    },
    'owner',
  ),
  clause(
    'an unknown keyId is 404 "API key not found"',
    async (world) => {
      answers(await showKey(world, '0'.repeat(32)), 404, 'API key not found');
      answers(await revoke(world, '0'.repeat(32)), 404, 'API key not found');
    },
    'owner',
  ),
];
