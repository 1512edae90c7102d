import { clausesOf, type Clause } from '../clause.js';
import { createBody, message, postKey } from '../api-keys.js';
import type { Sent } from '../client/http.js';
import { newWallet, signatureHeaders, signedBody, signedHeaders, type Wallet } from '../client/wallet.js';
import { answers } from '../expect.js';
import type { World } from '../world.js';

const clause = clausesOf('keys');

/** Wallet for these clauses: it must be able to sign, but need not hold anything. */
const wallet = (world: World): Wallet => world.stranger;
const text = (signed: object) => JSON.stringify(signed);

type Make = (world: World) => Sent;
const create: Make = (world) => ({ method: 'POST', ...signedBody(createBody(world), wallet(world)) });
const read: Make = (world) => ({ headers: signedHeaders(message(world, 'list_api_keys'), wallet(world)) });

const without = (sent: Sent, ...names: readonly string[]): Sent => ({
  ...sent,
  headers: Object.fromEntries(Object.entries(sent.headers ?? {}).filter(([name]) => !names.includes(name))),
});

const answer = (says: string, status: number, error: string | RegExp, sent: Make): Clause =>
  clause(`${says}: ${status} ${String(error)}`, async (world) =>
    answers(await world.swap('/api-keys', sent(world)), status, error),
  );

const SIGNATURE = ['x-signature', 'x-public-key'];
const MINUTES_MS = 60_000;

export const apiKeyErrors: readonly Clause[] = [
  answer(
    'POST /api-keys without message and walletAddress',
    400,
    /^Missing required fields: .*message.*walletAddress/,
    (world) => ({
      ...create(world),
      json: {},
    }),
  ),
  answer('POST /api-keys with a malformed walletAddress', 400, 'Invalid wallet address format', (world) => ({
    ...create(world),
    json: { message: text(createBody(world)), walletAddress: 'SP-no-address' },
  })),
  answer('GET /api-keys without headers', 401, /^Missing required headers: /, () => ({})),
  ...['x-message', 'x-signature', 'x-public-key', 'x-wallet-address'].map((name) =>
    answer(
      `GET /api-keys without ${name}`,
      401,
      new RegExp(`^Missing required headers: .*${name}`),
      (world) => without(read(world), name),
    ),
  ),
  ...SIGNATURE.map((name) =>
    answer(`POST /api-keys without ${name}`, 401, 'Missing authentication headers', (world) =>
      without(create(world), name),
    ),
  ),
  answer('a signature of another text', 401, 'Invalid signature', (world) => {
    const signed = read(world);
    return { headers: { ...signed.headers, ...signatureHeaders('another text', wallet(world)) } };
  }),
  answer('a malformed signature', 401, 'Invalid signature', (world) => ({
    headers: { ...read(world).headers, 'x-signature': '00'.repeat(65) },
  })),
  answer('a signer who is not walletAddress', 401, 'Not authorised', (world) => ({
    headers: { ...read(world).headers, 'x-wallet-address': newWallet(world.chain).address },
  })),
  answer('a timestamp six minutes old', 401, 'EXPIRED_TIMESTAMP', (world) => ({
    headers: signedHeaders(
      { ...message(world, 'list_api_keys'), timestamp: world.now() - 6 * MINUTES_MS },
      wallet(world),
    ),
  })),
  answer('a timestamp six minutes ahead', 401, 'EXPIRED_TIMESTAMP', (world) => ({
    headers: signedHeaders(
      { ...message(world, 'list_api_keys'), timestamp: world.now() + 6 * MINUTES_MS },
      wallet(world),
    ),
  })),
  clause('a timestamp four minutes old is taken', async (world) => {
    const signed = { ...message(world, 'list_api_keys'), timestamp: world.now() - 4 * MINUTES_MS };
    answers(await world.swap('/api-keys', { headers: signedHeaders(signed, wallet(world)) }), 200);
  }),
  answer('another action than the call’s', 401, 'Invalid message content', (world) => ({
    headers: signedHeaders(message(world, 'create_api_key'), wallet(world)),
  })),
  answer('a message that is not JSON', 401, 'Invalid message content', (world) => ({
    headers: { ...read(world).headers, 'x-message': 'list', ...signatureHeaders('list', wallet(world)) },
  })),
  clause('a wallet without keys has an empty list', async (world) => {
    const signed = { headers: signedHeaders(message(world, 'list_api_keys'), newWallet(world.chain)) };
    answers(await world.swap('/api-keys', signed), 200);
  }),
  clause('a signature with 0x before it, and a public key with 0x, are taken', async (world) => {
    const { headers } = read(world);
    const hex = Object.fromEntries(SIGNATURE.map((name) => [name, `0x${headers?.[name]}`]));
    answers(await world.swap('/api-keys', { headers: { ...headers, ...hex } }), 200);
  }),
  clause('a wallet may create a key without holding anything', async (world) => {
    answers(await postKey(world, createBody(world), newWallet(world.chain)), 200);
  }),
];
