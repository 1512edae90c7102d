import { clausesOf, type Clause } from '../clause.js';
import type { Answer } from '../client/http.js';
import { newWallet, signatureHeaders } from '../client/wallet.js';
import { answers, caching, demand, matches, recordOf, same } from '../expect.js';
import { contractOf, save, savedRecord, saveHeaders, unsavedContract } from '../records.js';
import type { World } from '../world.js';

const clause = clausesOf('metadata');

type Headers = Record<string, string>;

/** Saves a valid record with headers that `alter` has changed. */
async function saveWith(
  world: World,
  alter: (headers: Headers, id: string) => Headers,
  id = contractOf(world),
): Promise<Answer> {
  const headers = alter(saveHeaders(world, id, world.deployer), id);
  return save(world, id, { name: 'A token' }, { headers });
}

const refusedWith = (
  says: string,
  error: string,
  alter: (world: World, headers: Headers, id: string) => Headers,
): Clause =>
  clause(
    `${says}: 401 "${error}"`,
    async (world) => answers(await saveWith(world, (headers, id) => alter(world, headers, id)), 401, error),
    'deployer',
  );

const without = (headers: Headers, name: string): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name));

const invalid = (says: string, record: unknown): Clause =>
  clause(
    `${says}: 500 "Validation error: …"`,
    async (world) => answers(await save(world, unsavedContract(world), record), 500, /^Validation error: /),
    'deployer',
  );

const SENT = [
  'name',
  'description',
  'image',
  'sip',
  'attributes',
  'properties',
  'localization',
  'external_url',
  'animation_url',
  'image_data',
  'symbol',
  'decimals',
  'identifier',
  'unknown_field',
] as const;
const MINUTE_MS = 60_000;

export const metadataSaves: readonly Clause[] = [
  clause(
    'a deployer saves the record of a contract before it is deployed',
    async (world) => {
      const { contractId, answer } = await savedRecord(world);
      const body = recordOf(answer.body, 'body');
      same([body['success'], body['contractId']], [true, contractId], 'success, contractId');
      same(recordOf(body['metadata'], 'metadata')['name'], 'Conformance', 'metadata.name');
    },
    'deployer',
  ),
  ...SENT.map((field) =>
    clause(
      `a record keeps ${field === 'unknown_field' ? 'fields that the contract does not name' : field}`,
      async (world) => {
        const { record, sent } = await savedRecord(world);
        same(record[field], sent[field], field);
      },
      'deployer',
    ),
  ),
  clause(
    'lastUpdated is set by a save: ISO 8601',
    async (world) => {
      matches((await savedRecord(world)).record['lastUpdated'], /^\d{4}-\d\d-\d\dT.*Z$/, 'lastUpdated');
    },
    'deployer',
  ),
  clause(
    'a save is merged onto the stored record: omitted fields are kept',
    async (world) => {
      const id = contractOf(world);
      answers(await save(world, id, { name: 'A token', description: 'first' }), 200);
      answers(await save(world, id, { image: 'https://example.org/a.png' }), 200);
      const { name, description, image } = recordOf((await world.metadata(`/metadata/${id}`)).body, 'body');
      same([name, description, image], ['A token', 'first', 'https://example.org/a.png']);
    },
    'deployer',
  ),
  clause(
    'responses of a save: no-cache, no-store, must-revalidate',
    async (world) => {
      caching((await savedRecord(world)).answer, 'no-cache', 'no-store', 'must-revalidate');
    },
    'deployer',
  ),
  clause(
    'responses of a refused save: no-cache, no-store, must-revalidate',
    async (world) => {
      caching(await saveWith(world, () => ({})), 'no-cache', 'no-store', 'must-revalidate');
    },
    'deployer',
  ),
  clause(
    'a malformed contract id is 400 "Invalid contract ID format"',
    async (world) => {
      for (const id of ['no-contract-id', 'S.name', `${world.deployer.address}.`])
        answers(await saveWith(world, (headers) => headers, id), 400, 'Invalid contract ID format');
    },
    'deployer',
  ),
  refusedWith('a save without x-signature', 'Missing authentication headers', (_world, headers) =>
    without(headers, 'x-signature'),
  ),
  refusedWith('a save without x-public-key', 'Missing authentication headers', (_world, headers) =>
    without(headers, 'x-public-key'),
  ),
  refusedWith('a save without x-timestamp', 'Missing timestamp header', (_world, headers) =>
    without(headers, 'x-timestamp'),
  ),
  refusedWith('x-timestamp that is no number', 'Invalid timestamp format', (_world, headers) => ({
    ...headers,
    'x-timestamp': 'now',
  })),
  refusedWith('a timestamp six minutes old', 'Message expired', (world, _headers, id) =>
    saveHeaders(world, id, world.deployer, world.now() - 6 * MINUTE_MS),
  ),
  refusedWith('a signature of another text', 'Invalid signature', (world, headers) => ({
    ...headers,
    ...signatureHeaders('another text', world.deployer),
  })),
  refusedWith('a signer who is not the deployer', 'Not authorised', (world, _headers, id) =>
    saveHeaders(world, id, newWallet(world.chain)),
  ),
  clause(
    'a timestamp four minutes old is taken',
    async (world) => {
      const id = contractOf(world);
      const headers = saveHeaders(world, id, world.deployer, world.now() - 4 * MINUTE_MS);
      answers(await save(world, id, { name: 'A token' }, { headers }), 200);
    },
    'deployer',
  ),
  clause(
    'a signature covers id and timestamp, not the body: it saves twice within 5 minutes',
    async (world) => {
      const id = contractOf(world);
      const headers = saveHeaders(world, id, world.deployer);
      answers(await save(world, id, { name: 'One' }, { headers }), 200);
      answers(await save(world, id, { name: 'Two' }, { headers }), 200);
    },
    'deployer',
  ),
  clause(
    'a signature with 0x before it, and a public key with 0x, are taken',
    async (world) => {
      const zeroX = (headers: Headers) => ({
        ...headers,
        'x-signature': `0x${headers['x-signature']}`,
        'x-public-key': `0x${headers['x-public-key']}`,
      });
      answers(await saveWith(world, zeroX), 200);
    },
    'deployer',
  ),
  invalid('a first record without a name', { description: 'no name' }),
  invalid('a name that is no text', { name: 7 }),
  invalid('a sip that is no number', { name: 'A', sip: 'sixteen' }),
  invalid('attributes that are no list', { name: 'A', attributes: {} }),
  invalid('properties that are no object', { name: 'A', properties: [] }),
  invalid('localization without uri', { name: 'A', localization: { default: 'en', locales: ['en'] } }),
  clause(
    'errors of a save are { error: text }',
    async (world) => {
      const { body } = await saveWith(world, () => ({}));
      demand(typeof recordOf(body, 'body')['error'] === 'string', 'error: text', body);
    },
    'deployer',
  ),
];
