import type { Core } from '../../../application/core.js';
import type { MetadataEntry } from '../../../domain/metadata-record/metadata-record.js';
import { writeCursor, type MetadataListQuery } from './metadata-requests.js';

type Metadata = Pick<Core['metadata'], 'all' | 'list'>;

export const LIST_START = '{"success":true,"metadata":[';
export const LIST_END = ']}';

/** The list in its envelope; of a page with where the next one starts, if there is one. */
export async function listText(metadata: Metadata, { principal, page }: MetadataListQuery): Promise<string> {
  if (page === undefined) {
    const texts: string[] = [];
    for await (const entry of metadata.all({ principal })) texts.push(entryText(entry));
    return envelope(texts);
  }
  const { limit, after } = page;
  const found = await metadata.list({ principal, after, limit: limit + 1 });
  const entries = found.slice(0, limit);
  const last = found.length > limit ? entries.at(-1) : undefined;
  return envelope(entries.map(entryText), last && { nextCursor: writeCursor(last.contractId) });
}

export const entryText = ({ contractId, record }: MetadataEntry): string =>
  JSON.stringify({ ...record, contractId });

function envelope(texts: readonly string[], more: object = {}): string {
  const rest = JSON.stringify(more).slice(1);
  return `${LIST_START}${texts.join(',')}${rest === '}' ? LIST_END : `],${rest}`}`;
}
