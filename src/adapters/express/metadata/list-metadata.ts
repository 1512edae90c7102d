import type { Core } from '../../../application/core.js';
import type { MetadataSnapshot } from '../../../application/metadata/follow-metadata.js';
import type { MetadataEntry } from '../../../domain/metadata-record/metadata-record.js';
import { preparedOperation, type BodyText } from '../operation/operation.js';
import { errorCase } from '../operation/outcomes.js';
import { Param } from '../operation/parameters.js';
import { text, whole } from '../operation/schema.js';
import { PreparedBody, type BodyOptions } from '../prepared-body.js';
import { METADATA_LIST, type MetadataListResponse } from './metadata-shapes.js';
import { STORAGE_FAILS, type MetadataParts } from './read-metadata.js';

/** The Cache-Control of lists. */
export const LIST_CACHING = 'public, s-maxage=300, stale-while-revalidate=900';
const MAX_PAGE = 1_000;
/** A longer list is not kept, but read from the storage for each request. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

class ListQuery {
  @Param(text('only contract ids that start with it, such as a deployer’s address'), {
    error: 'Invalid principal parameter: must be one text that contract ids start with',
    cause: 'principal is given more than once',
  })
  principal?: string;

  @Param(whole('records of a page', { minimum: 1, maximum: MAX_PAGE }), { read: readLimit })
  limit?: number;

  /** As read: the contract id that the page before ends with. */
  @Param(text('nextCursor of the page before; without limit a page has the maximum length'), {
    error: 'Invalid cursor parameter: must be the nextCursor of a page before',
    cause: 'cursor is not the nextCursor of a page',
    read: readCursor,
  })
  cursor?: string;
}

/** Clients may send leading zeros. */
function readLimit(digits: string): number | undefined {
  const limit = /^\d{1,4}$/.test(digits) ? Number(digits) : 0;
  return limit >= 1 && limit <= MAX_PAGE ? limit : undefined;
}

const writeCursor = (contractId: string): string => Buffer.from(contractId).toString('base64url');

function readCursor(cursor: string): string | undefined {
  const contractId = Buffer.from(cursor, 'base64url').toString();
  return /^[\w.-]{1,200}$/.test(contractId) && writeCursor(contractId) === cursor ? contractId : undefined;
}

export const LIST_FAILED = errorCase(500, 'list-failed', 'Failed to list tokens', STORAGE_FAILS);

export const listMetadata = preparedOperation({
  id: 'listMetadata',
  limitedAs: 'reads',
  path: '/api/v1/metadata/list',
  summary: 'All records, or those of one deployer',
  rules: [
    'Without limit and cursor the response holds all of them: several megabytes, compressed for clients that accept it.',
  ],
  query: ListQuery,
  response: { description: 'The records.', schema: METADATA_LIST.ref(), caching: LIST_CACHING },
  failure: LIST_FAILED,
  curl: '"$BASE/metadata/api/v1/metadata/list?limit=100"',
  before: ({ state }: MetadataParts) => state.refresh(),
  prepare: async ({ metadata, readAll }: MetadataParts, { query }) => {
    const isPage = query.limit !== undefined || query.cursor !== undefined;
    if (isPage) return { text: await pageText(metadata, query) };
    return query.principal ? { text: await scopeText(metadata, query) } : { body: await readAll() };
  },
});

type Metadata = Core['metadata'];

const entryText = ({ contractId, record }: MetadataEntry): string =>
  JSON.stringify({ ...record, contractId });

const listText = (entries: readonly string[], nextCursor?: string): BodyText<MetadataListResponse> => {
  const next = nextCursor === undefined ? '' : `,"nextCursor":"${nextCursor}"`;
  return `{"success":true,"metadata":[${entries.join(',')}]${next}}` as BodyText<MetadataListResponse>;
};

async function pageText(metadata: Metadata, { principal, limit = MAX_PAGE, cursor }: ListQuery) {
  const found = await metadata.list({ principal, after: cursor, limit: limit + 1 });
  const last = found.length > limit ? found[limit - 1] : undefined;
  return listText(found.slice(0, limit).map(entryText), last && writeCursor(last.contractId));
}

async function scopeText(metadata: Metadata, { principal }: ListQuery) {
  const texts: string[] = [];
  for await (const entry of metadata.all({ principal })) texts.push(entryText(entry));
  return listText(texts);
}

interface Kept {
  /** The text of each record. */
  readonly snapshot: MetadataSnapshot<string>;
  readonly body: PreparedBody;
}

/** The list of all records. It keeps the text of each record, so after a save only the saved records are read. */
export class WholeList {
  private kept: Kept | undefined;

  constructor(
    private readonly metadata: Pick<Metadata, 'follow'>,
    private readonly options: BodyOptions,
    private readonly maxKeptBytes = MAX_KEPT_BYTES,
  ) {}

  /** The list as of one moment after the call. The same body until a record is saved. */
  async read(): Promise<PreparedBody> {
    const { kept } = this;
    const snapshot = await this.metadata.follow(entryText, kept?.snapshot);
    if (kept !== undefined && kept.snapshot.values === snapshot.values) return kept.body;
    const ids = [...snapshot.values.keys()].sort();
    const bytes = Buffer.from(listText(ids.map((id) => snapshot.values.get(id)!)));
    const body = new PreparedBody(bytes, this.options);
    this.kept = bytes.length <= this.maxKeptBytes ? { snapshot, body } : undefined;
    return body;
  }
}
