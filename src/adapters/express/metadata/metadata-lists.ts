import pLimit from 'p-limit';
import type { Core } from '../../../application/core.js';
import type { MetadataSnapshot } from '../../../application/metadata/follow-metadata.js';
import type { MetadataEntry } from '../../../domain/metadata-record/metadata-record.js';
import { TooLong, type BodyText } from '../operation/operation.js';
import { PreparedBody, type BodyOptions } from '../operation/prepared-body.js';
import type { ListFrame } from '../streams/stream-json.js';
import type { MetadataListResponse } from './metadata-shapes.js';

/** Maximum length of a list in memory. A longer one is streamed from the database. */
const MAX_LIST_BYTES = 8 * 1024 * 1024;

export const listed = ({ contractId, record }: MetadataEntry) => ({ ...record, contractId });

export const entryText = (entry: MetadataEntry): string => JSON.stringify(listed(entry));

export const FRAME: ListFrame = ['{"success":true,"metadata":[', ']}'];

export const listText = (entries: readonly string[], nextCursor?: string): BodyText<MetadataListResponse> => {
  const next = nextCursor === undefined ? '' : `,"nextCursor":"${nextCursor}"`;
  return `${FRAME[0]}${entries.join(',')}]${next}}` as BodyText<MetadataListResponse>;
};

interface Kept {
  /** The text of each record. */
  readonly snapshot: MetadataSnapshot<string>;
  readonly body: PreparedBody;
}

/** Maximum number of lists built at the same time, since each may reach the maximum size. */
const LISTS_AT_A_TIME = 2;

/**
 * Lists that are not paged. The texts of all records are kept, so only newly saved records are read.
 *
 * @throws TooLong from its methods, for a list over the maximum.
 */
export class MetadataLists {
  private kept: Kept | undefined;
  /** Never reset, since records are replaced but never removed. */
  private isTooLong = false;
  private readonly turn = pLimit(LISTS_AT_A_TIME);

  constructor(
    private readonly metadata: Pick<Core['metadata'], 'follow' | 'all'>,
    private readonly options: BodyOptions,
    private readonly maxBytes = MAX_LIST_BYTES,
  ) {}

  /** The list of all records as of one moment after the call. The body stays the same until a record is saved. */
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

  /** Returns a function that builds the text of a record, and throws TooLong once all texts together are too long. */
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
