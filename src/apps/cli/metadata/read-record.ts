import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { MetadataRecord } from '../../../domain/metadata-record/metadata-record.js';
import { boundedText } from '../../../sdk/client/transport/bounded-text.js';
import { isObject } from '../../../domain/shared/fields.js';

/** Maximum size of a record from the web, bytes. */
const MAX_BYTES = 1_000_000;
const FETCH_LIMIT_MS = 20_000;

/** Reads the record from a file, a web address, or stdin if the source is `-`. */
export async function readRecord(source: string): Promise<MetadataRecord> {
  const raw = await readSource(source);
  let record: unknown;
  try {
    record = JSON.parse(raw);
  } catch (error) {
    throw new Error(`${nameOf(source)} is not JSON: ${(error as Error).message}`, { cause: error });
  }
  if (!isObject(record)) throw new Error(`${nameOf(source)} is not one JSON object`);
  return record as MetadataRecord;
}

const nameOf = (source: string) => (source === '-' ? 'stdin' : source);

async function readSource(source: string): Promise<string> {
  if (source === '-') return text(process.stdin);
  if (!/^https?:\/\//.test(source)) return readFile(source, 'utf8');
  const response = await fetch(source, { signal: AbortSignal.timeout(FETCH_LIMIT_MS) }).catch(
    (error: unknown) => {
      throw new Error(`${source} cannot be read: the server does not respond`, { cause: error });
    },
  );
  if (!response.ok) throw new Error(`${source} responds with status ${response.status}`);
  return boundedText(response, MAX_BYTES);
}
