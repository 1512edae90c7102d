import pLimit from 'p-limit';
import type { Core } from '../../../application/core.js';
import type { MetadataSnapshot } from '../../../application/metadata/follow-metadata.js';
import type { MetadataEntry } from '../../../domain/metadata-record/metadata-record.js';
import { preparedOperation, TooLong, type BodyText } from '../operation/operation.js';
import { errorCase } from '../operation/outcomes.js';
import { Param } from '../operation/parameters.js';
import { text, whole } from '../operation/schema.js';
import { PreparedBody, type BodyOptions } from '../prepared-body.js';
import { streamJsonArray, type ListFrame } from '../stream-json.js';
import { STREAM_REFUSALS } from '../stream-places.js';
import { METADATA_LIST, type MetadataListResponse } from './metadata-shapes.js';
import { STORAGE_FAILS, type MetadataParts } from './read-metadata.js';

/** The Cache-Control of lists. */
export const LIST_CACHING = 'public, s-maxage=300, stale-while-revalidate=900';
const MAX_PAGE = 1_000;
/** A longer list is not held in memory, but sent while it is read. */
const MAX_LIST_BYTES = 8 * 1024 * 1024;

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
    'Without limit and cursor the response holds all of them: several megabytes, compressed for clients that accept it. More than 8 MB are sent while they are read, without an ETag and uncompressed, to few callers at a time.',
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

const listed = ({ contractId, record }: MetadataEntry) => ({ ...record, contractId });

const entryText = (entry: MetadataEntry): string => JSON.stringify(listed(entry));

const FRAME: ListFrame = ['{"success":true,"metadata":[', ']}'];

const listText = (entries: readonly string[], nextCursor?: string): BodyText<MetadataListResponse> => {
  const next = nextCursor === undefined ? '' : `,"nextCursor":"${nextCursor}"`;
  return `${FRAME[0]}${entries.join(',')}]${next}}` as BodyText<MetadataListResponse>;
};

async function pageText(metadata: Metadata, { principal, limit = MAX_PAGE, cursor }: ListQuery) {
  const found = await metadata.list({ principal, after: cursor, limit: limit + 1 });
  const last = found.length > limit ? found[limit - 1] : undefined;
  return listText(found.slice(0, limit).map(entryText), last && writeCursor(last.contractId));
}

interface Kept {
  /** The text of each record. */
  readonly snapshot: MetadataSnapshot<string>;
  readonly body: PreparedBody;
}

/** Lists that are built at a time: each may take the maximum. */
const LISTS_AT_A_TIME = 2;

/**
 * Lists that are not pages. The texts of all records are kept, so after a save only the saved records are read.
 *
 * @throws TooLong from its methods, for a list over the maximum.
 */
export class MetadataLists {
  private kept: Kept | undefined;
  /** Set for good: records are replaced, but never removed. */
  private isTooLong = false;
  private readonly turn = pLimit(LISTS_AT_A_TIME);

  constructor(
    private readonly metadata: Pick<Metadata, 'follow' | 'all'>,
    private readonly options: BodyOptions,
    private readonly maxBytes = MAX_LIST_BYTES,
  ) {}

  /** The list of all records as of one moment after the call. The same body until a record is saved. */
  async whole(): Promise<PreparedBody> {
    if (this.isTooLong) throw new TooLong();
    try {
      return await this.turn(() => this.readWhole());
    } catch (error) {
      this.isTooLong = error instanceof TooLong;
      if (this.isTooLong) this.kept = undefined;
      throw error;
    }
  }

  /** The records whose contract ids start with the text. */
  scope(principal: string): Promise<BodyText<MetadataListResponse>> {
    return this.turn(async () => {
      const add = this.adder();
      const texts: string[] = [];
      for await (const entry of this.metadata.all({ principal })) texts.push(add(entry));
      return listText(texts);
    });
  }

  private async readWhole(): Promise<PreparedBody> {
    const { kept } = this;
    const snapshot = await this.metadata.follow(this.adder(), kept?.snapshot);
    if (kept !== undefined && kept.snapshot.values === snapshot.values) return kept.body;
    const ids = [...snapshot.values.keys()].sort();
    const bytes = Buffer.from(listText(ids.map((id) => snapshot.values.get(id)!)));
    if (bytes.length > this.maxBytes) throw new TooLong();
    const body = new PreparedBody(bytes, this.options);
    this.kept = { snapshot, body };
    return body;
  }

  /** Makes the texts of records until they are too long together. */
  private adder(): (entry: MetadataEntry) => string {
    let bytes = 0;
    return (entry) => {
      const text = entryText(entry);
      bytes += Buffer.byteLength(text);
      if (bytes > this.maxBytes) throw new TooLong();
      return text;
    };
  }
}
