import type { MetadataRecord } from '../../domain/metadata-record/metadata-record.js';
import { readSafeJson } from '../../domain/metadata-record/safe-json.js';
import { parseJson } from '../../domain/shared/json.js';
import { err, type Result } from '../../domain/shared/result.js';
import { readPublic, type PublicOptions } from './read-public.js';

const LIMITS = { accept: 'application/json', maxBytes: 65_536, timeoutMs: 10_000 };
const DATA = /^data:application\/json(?:;charset=utf-8)?(;base64)?,(.*)$/is;

/**
 * Reads JSON documents from data: addresses, and over https from addresses of the public internet. Redirects must meet the same
 * rules.
 *
 * @example
 * const read = makeReadDocument();
 * const document = await read('https://example.org/token.json');
 */
export const makeReadDocument =
  (options: PublicOptions = {}) =>
  async (address: string): Promise<Result<MetadataRecord, string>> => {
    const data = DATA.exec(address);
    if (data !== null) return parse(dataOf(data[2] ?? '', data[1] !== undefined));
    const read = await readPublic(address, LIMITS, options);
    return read.ok ? parse(read.value.toString()) : read;
  };

function dataOf(text: string, isBase64: boolean): string | undefined {
  try {
    return isBase64 ? Buffer.from(text, 'base64').toString() : decodeURIComponent(text);
  } catch {
    // The percent signs are malformed.
    return undefined;
  }
}

function parse(text: string | undefined): Result<MetadataRecord, string> {
  const safe = readSafeJson(text === undefined ? undefined : parseJson(text));
  return safe.ok ? safe : err('the document is not a JSON object');
}
