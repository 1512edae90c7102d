import { clausesOf, type Clause } from '../clause.js';
import { createKey, revokedKey } from '../api-keys.js';
import { firstEvent, type Answer } from '../client/http.js';
import { signedHeaders } from '../client/wallet.js';
import { answers, header } from '../expect.js';
import { manualOrder } from '../orders.js';
import type { World } from '../world.js';

const clause = clausesOf('reads');

type Headers = Readonly<Record<string, string>>;
type Credential = readonly [says: string, make: (world: World) => Promise<Headers>];

const plain = (says: string, headers: Headers): Credential => [says, async () => headers];

/** Credentials that prove nothing. None of them may cost a caller a public read. */
const CREDENTIALS: readonly Credential[] = [
  plain('an unknown x-api-key', { 'x-api-key': `ck_live_${'0'.repeat(64)}` }),
  plain('an x-api-key of another shape', { 'x-api-key': 'of-some-gateway' }),
  plain('a foreign Authorization: Bearer', { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' }),
  plain('a lone x-wallet-address', { 'x-wallet-address': 'SP000000000000000000002Q6VF78' }),
  plain('a lone x-signature', { 'x-signature': '00'.repeat(65) }),
  plain('a wallet’s headers with a wrong signature', {
    'x-message': '{}',
    'x-signature': '00'.repeat(65),
    'x-public-key': '02'.repeat(33),
    'x-wallet-address': 'SP000000000000000000002Q6VF78',
  }),
];

const OF_OWNER: readonly Credential[] = [
  ['a revoked key', async (world) => ({ 'x-api-key': (await revokedKey(world)).secret })],
  ['an expired key', async (world) => ({ 'x-api-key': await expiredKey(world) })],
  [
    'an expired wallet signature',
    async (world) => {
      const message = { action: 'read_orders', uuid: '*', timestamp: world.now() - 600_000 };
      return signedHeaders(message, world.owner);
    },
  ],
];

/** Credentials that claim nothing about the service, so the response need not mention them. */
const UNRELATED: readonly Credential[] = [
  plain('an empty x-api-key', { 'x-api-key': '' }),
  plain('Authorization: Basic', { authorization: 'Basic dXNlcjpwYXNz' }),
];
const OF_OTHERS: Credential = [
  'a key of another wallet',
  async (world) => ({ 'x-api-key': (await foreignKey(world)).secret }),
];

const foreignKey = (world: World) => world.once(createForeign);
const createForeign = (world: World) => createKey(world, {}, world.stranger);

const expiredKey = (world: World): Promise<string> => world.once(createExpiring);
const LIFE_MS = 1500;

async function createExpiring(world: World): Promise<string> {
  const expiresAt = new Date(world.now() + LIFE_MS).toISOString();
  const { secret } = await createKey(world, { expiresAt });
  await new Promise((resolve) => setTimeout(resolve, LIFE_MS + 500));
  return secret;
}

type Read = readonly [path: string, read: (world: World, headers: Headers, query: string) => Promise<Answer>];

/** The public reads. Those of a single order need an order of the run. */
const LIST: Read = ['/orders', (world, headers, query) => world.swap(`/orders?limit=1${query}`, { headers })];
const STREAM: Read = [
  '/orders/stream',
  (world, headers, query) =>
    firstEvent(`${world.bases.swap}/orders/stream?owner=${world.stranger.address}${query}`, headers),
];
const ofOrder = (suffix: string): Read => [
  `/orders/{uuid}${suffix}`,
  async (world, headers, query) => {
    const url = `/orders/${(await manualOrder(world)).uuid}${suffix}?${query.slice(1)}`;
    return suffix === '/stream' ? firstEvent(world.bases.swap + url, headers) : world.swap(url, { headers });
  },
];
const READS_OF_ONE = ['', '/events', '/stream'].map(ofOrder);

const staysPublic = (
  [path, read]: Read,
  [says, credential]: Credential,
  ...needs: readonly 'owner'[]
): Clause =>
  clause(
    `GET ${path} with ${says} is the public view, and says so`,
    async (world) => {
      const answer = await read(world, await credential(world), '');
      answers(answer, 200);
      header(answer, 'x-sluice-view', /^public\b/);
    },
    ...needs,
  );

const isRead = ([path, read]: Read, [says, credential]: Credential, ...needs: readonly 'owner'[]): Clause =>
  clause(
    `GET ${path} with ${says} is 200`,
    async (world) => answers(await read(world, await credential(world), ''), 200),
    ...needs,
  );

const demandsProof = ([path, read]: Read, ...needs: readonly 'owner'[]): Clause =>
  clause(
    `GET ${path}?view=owner without proof is 401`,
    async (world) => answers(await read(world, { 'x-api-key': 'of-some-gateway' }, '&view=owner'), 401),
    ...needs,
  );

export const publicReads: readonly Clause[] = [
  ...[LIST, STREAM].flatMap((read) => CREDENTIALS.map((credential) => staysPublic(read, credential))),
  ...READS_OF_ONE.flatMap((read) => CREDENTIALS.map((credential) => staysPublic(read, credential, 'owner'))),
  ...[LIST, STREAM, ...READS_OF_ONE].flatMap((read) =>
    OF_OWNER.map((credential) => staysPublic(read, credential, 'owner')),
  ),
  ...[LIST, STREAM].flatMap((read) => UNRELATED.map((credential) => isRead(read, credential))),
  ...[LIST, STREAM, ...READS_OF_ONE].map((read) => isRead(read, OF_OTHERS, 'owner')),
  demandsProof(LIST),
  demandsProof(STREAM),
  ...READS_OF_ONE.map((read) => demandsProof(read, 'owner')),
  clause(
    'GET /orders/{uuid} by the owner’s wallet with ?view=owner is 200',
    async (world) => {
      const { uuid } = await manualOrder(world);
      const message = { action: 'read_orders', uuid, timestamp: world.now() };
      answers(
        await world.swap(`/orders/${uuid}?view=owner`, { headers: signedHeaders(message, world.owner) }),
        200,
      );
    },
    'owner',
  ),
];
