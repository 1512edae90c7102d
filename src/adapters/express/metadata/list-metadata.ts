import { IsString } from 'class-validator';
import type { Core } from '../../../application/core.js';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import { preparedOperation } from '../operation/operation.js';
import { fault } from '../errors/problem.js';
import { Param, Reads } from '../schema/request-class.js';
import { whole } from '../schema/schema.js';
import { streamJsonArray } from '../streams/stream-json.js';
import { STREAM_REFUSALS } from '../streams/stream-places.js';
import { entryText, FRAME, listed, listText } from './metadata-lists.js';
import { METADATA_LIST } from './metadata-shapes.js';
import { type MetadataParts } from './read-metadata.js';

/** The Cache-Control of lists. */
export const LIST_CACHING = 'public, s-maxage=300, stale-while-revalidate=900';
const MAX_PAGE = 1_000;

class ListQuery {
  @IsString({ message: 'Invalid principal parameter: must be one text that contract ids start with' })
  @Param('only contract ids that start with it, such as a deployer’s address', {
    cause: 'principal is given more than once',
  })
  principal?: string;

  @Reads(parseLimit)
  @Param(whole('maximum records per page', { minimum: 1, maximum: MAX_PAGE }))
  limit?: number;

  /** Contract id at the end of the previous page, read from the cursor. */
  @Reads(parseCursor, { message: 'Invalid cursor parameter: must be the nextCursor of a page before' })
  @Param('nextCursor of the previous page; without limit, pages have the maximum length', {
    cause: 'cursor is not the nextCursor of a page',
  })
  cursor?: string;
}

/** Clients may send leading zeros. */
function parseLimit(digits: string): Result<number, undefined> {
  const limit = /^\d{1,4}$/.test(digits) ? Number(digits) : 0;
  return limit >= 1 && limit <= MAX_PAGE ? ok(limit) : err(undefined);
}

const writeCursor = (contractId: string): string => Buffer.from(contractId).toString('base64url');

function parseCursor(cursor: string): Result<string, undefined> {
  const contractId = Buffer.from(cursor, 'base64url').toString();
  return /^[\w.-]{1,200}$/.test(contractId) && writeCursor(contractId) === cursor
    ? ok(contractId)
    : err(undefined);
}

export const LIST_FAILED = fault('list-failed');

export const listMetadata = preparedOperation({
  id: 'listMetadata',
  limitedAs: 'reads',
  path: '/api/v1/metadata/list',
  summary: 'All records, or those of one deployer',
  rules: [
    'Without limit and cursor the response has all records: several megabytes, compressed for clients that accept it. Lists over 8 MB are streamed while they are read, without an ETag and uncompressed, to a few callers at a time.',
  ],
  query: ListQuery,
  response: { description: 'The records.', schema: METADATA_LIST.ref(), caching: LIST_CACHING },
  errors: STREAM_REFUSALS,
  failure: LIST_FAILED,
  curl: '"$BASE/metadata/api/v1/metadata/list?limit=100"',
  before: ({ state }: MetadataParts) => state.refresh(),
  prepare: async ({ metadata, lists }: MetadataParts, { query }) => {
    const isPage = query.limit !== undefined || query.cursor !== undefined;
    if (isPage) return { text: await pageText(metadata, query) };
    const { principal } = query;
    return principal ? { text: await lists.scope(principal) } : { body: await lists.whole() };
  },
  stream: async ({ metadata, streams }: MetadataParts, { query: { principal }, res }) => {
    res.set('Cache-Control', LIST_CACHING);
    await streamJsonArray(res, metadata.all({ principal }), listed, streams, FRAME);
  },
});

type Metadata = Core['metadata'];

async function pageText(metadata: Metadata, { principal, limit = MAX_PAGE, cursor }: ListQuery) {
  const found = await metadata.list({ principal, after: cursor, limit: limit + 1 });
  const last = found.length > limit ? found[limit - 1] : undefined;
  return listText(found.slice(0, limit).map(entryText), last && writeCursor(last.contractId));
}
