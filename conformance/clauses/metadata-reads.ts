import { clausesOf, Skipped, type Clause } from '../clause.js';
import { answers, caching, demand, header, recordOf, recordsOf, same } from '../expect.js';
import { ID, LIST, NUMBER, OBJECT, TEXT, fieldClauses } from '../fields.js';
import { savedRecord } from '../records.js';
import type { World } from '../world.js';

const clause = clausesOf('metadata');

/** Fields of a record. Older records lack fields that newer ones have. */
const RECORD = {
  'name?': TEXT,
  'description?': TEXT,
  'image?': TEXT,
  'sip?': NUMBER,
  'attributes?': LIST,
  'properties?': OBJECT,
  'localization?': OBJECT,
  'external_url?': TEXT,
  'animation_url?': TEXT,
  'image_data?': TEXT,
  'lastUpdated?': TEXT,
};

const list = (world: World) => world.once(ask);
async function ask(world: World) {
  if (world.keys.deployer !== undefined) await savedRecord(world);
  const answer = await world.metadata('/metadata/list');
  answers(answer, 200);
  return answer;
}
const records = async (world: World) =>
  recordsOf(recordOf((await list(world)).body, 'body')['metadata'], 'metadata');

const NOWHERE = '/metadata/SP000000000000000000002Q6VF78.no-such-token';

export const metadataReads: readonly Clause[] = [
  clause('an unknown contract is 404 { error: "Metadata not found" }', async (world) =>
    answers(await world.metadata(NOWHERE), 404, 'Metadata not found'),
  ),
  clause('GET /metadata/list is { success: true, metadata: [record] }', async (world) => {
    same(recordOf((await list(world)).body, 'body')['success'], true, 'success');
    await records(world);
  }),
  ...fieldClauses('metadata', 'listed record', { contractId: ID, ...RECORD }, records),
  clause('principal: only records whose contract id starts with it', async (world) => {
    const [first] = await records(world);
    if (first === undefined) throw new Skipped('no record to look at');
    const prefix = String(first['contractId']).split('.')[0] ?? '';
    const { body } = await world.metadata(`/metadata/list?principal=${prefix}`);
    const ids = recordsOf(recordOf(body, 'body')['metadata'], 'metadata').map(({ contractId }) =>
      String(contractId),
    );
    demand(ids.length > 0 && ids.every((id) => id.startsWith(prefix)), `ids that start with ${prefix}`, ids);
  }),
  clause('principal that no contract starts with: an empty list', async (world) => {
    const { body } = await world.metadata('/metadata/list?principal=SP000000000000000000002Q6VF78');
    same(recordOf(body, 'body')['metadata'], [], 'metadata');
  }),
  clause('caching of the list: public, s-maxage=300, stale-while-revalidate=900', async (world) =>
    caching(await list(world), 'public', 's-maxage=300', 'stale-while-revalidate=900'),
  ),
  clause(
    'GET /metadata/{contractId} is the record itself, without an envelope',
    async (world) => {
      const { record, sent } = await savedRecord(world);
      same([record['name'], record['success'], record['metadata']], [sent.name, undefined, undefined]);
    },
    'deployer',
  ),
  clause(
    'caching of a record: public, s-maxage=3600, stale-while-revalidate=86400',
    async (world) => {
      caching((await savedRecord(world)).read, 'public', 's-maxage=3600', 'stale-while-revalidate=86400');
    },
    'deployer',
  ),
  clause(
    'a record with lastUpdated has an ETag; with it as If-None-Match it is 304',
    async (world) => {
      const { contractId, read } = await savedRecord(world);
      header(read, 'etag', /./);
      const headers = { 'if-none-match': read.headers.get('etag') ?? '' };
      answers(await world.metadata(`/metadata/${contractId}`, { headers }), 304);
    },
    'deployer',
  ),
  clause(
    'a saved record is in the list, with its contractId',
    async (world) => {
      const { contractId } = await savedRecord(world);
      const { body } = await world.metadata(`/metadata/list?principal=${contractId}`);
      const found = recordsOf(recordOf(body, 'body')['metadata'], 'metadata');
      same(
        found.map((record) => record['contractId']),
        [contractId],
        'contract ids',
      );
    },
    'deployer',
  ),
];
