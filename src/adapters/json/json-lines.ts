import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { RawRecord } from '../../application/shared/import-records.js';
import { parseJson } from '../../domain/shared/json.js';

/**
 * Maximum length of a record: in characters if the file has several records, in bytes if it has only this one. A longer record is
 * refused unparsed.
 */
export const LONGEST_RECORD = 4 * 1024 * 1024;
export const TOO_LONG = `is longer than ${LONGEST_RECORD} characters`;

/** A file of one JSON value per line. */
export interface JsonLinesFile {
  readonly records: AsyncIterable<RawRecord>;
  /** Size of the file in bytes. */
  readonly total: number;
  /** Number of bytes read. */
  readonly done: () => number;
}

/** Streams a file of any size. */
export async function openJsonLines(path: string): Promise<JsonLinesFile> {
  const { size: total } = await stat(path);
  const file = createReadStream(path);
  return { records: readLines(decoded(file)), total, done: () => file.bytesRead };
}

/** Reads one JSON value per line; blank lines are skipped. */
export async function* readLines(text: AsyncIterable<string>): AsyncIterable<RawRecord> {
  let [line, held, tooLong] = [0, '', false];
  function* take(): Iterable<RawRecord> {
    const where = `line ${++line}`;
    if (tooLong) yield { where, unreadable: TOO_LONG };
    else if (held.trim() !== '') yield { where, ...parsed(held) };
    [held, tooLong] = ['', false];
  }
  for await (const chunk of text) {
    const parts = chunk.split('\n');
    for (const [index, part] of parts.entries()) {
      if (index > 0) yield* take();
      held += part;
      tooLong ||= held.length > LONGEST_RECORD;
      if (tooLong) held = '';
    }
  }
  yield* take();
}

/**
 * Decodes UTF-8.
 *
 * @throws for bytes that are not UTF-8, instead of replacing them.
 */
export async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** Parses JSON text. Returns the reason why it is unreadable instead of throwing. */
export function parsed(text: string): { readonly value: unknown } | { readonly unreadable: string } {
  const value = parseJson(text);
  return value === undefined ? { unreadable: 'is not JSON' } : { value };
}
