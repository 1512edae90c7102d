import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { RawRecord } from '../../application/shared/import-records.js';
import { DocumentSplitter, type Piece } from './document-splitter.js';
import { decoded, LONGEST_RECORD, parsed, readLines, TOO_LONG } from './json-lines.js';

/** Names of the fields that hold a list of records. */
const LISTS = new Set(['metadata', 'records']);
const LINE_FILES = new Set(['.jsonl', '.ndjson']);
const RECORD_FILE = /^(S[0-9A-Z]{27,40}\.[A-Za-z][\w-]*|\.stx)\.json$/;

export interface MetadataFiles {
  readonly records: AsyncIterable<RawRecord>;
  /** Total in the unit of `done`, which is bytes or files. */
  readonly total: number;
  readonly done: () => number;
}

/**
 * Streams records from a source of any size: a folder of files `<contractId>.json`, one such file, a file with one record per line
 * (`.jsonl`, `.ndjson`), or a JSON file that is a list of records, has such a list as `metadata` or `records`, or has each record
 * in a field named by its contract id.
 */
export async function openMetadataFiles(path: string): Promise<MetadataFiles> {
  const found = await stat(path);
  if (found.isDirectory()) return openFolder(path);
  if (RECORD_FILE.test(basename(path))) {
    return { records: readRecordFile(path), total: 1, done: () => 1 };
  }
  const file = createReadStream(path);
  const text = decoded(file);
  return {
    records: LINE_FILES.has(extname(path)) ? readLines(text) : readDocument(text, path),
    total: found.size,
    done: () => file.bytesRead,
  };
}

async function openFolder(path: string): Promise<MetadataFiles> {
  const entries = await readdir(path, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && extname(entry.name) === '.json');
  const names = files.map(({ name }) => name).sort();
  let done = 0;
  async function* read() {
    for (const name of names) {
      yield* readRecordFile(join(path, name));
      done += 1;
    }
  }
  return { records: read(), total: names.length, done: () => done };
}

async function* readRecordFile(path: string): AsyncIterable<RawRecord> {
  const where = basename(path);
  if (!RECORD_FILE.test(where)) {
    yield { where, unreadable: 'is not named <contractId>.json' };
    return;
  }
  const key = where.slice(0, -'.json'.length);
  const { size } = await stat(path);
  if (size > LONGEST_RECORD) yield { where, key, unreadable: TOO_LONG };
  else yield { where, key, ...parsed(await readFile(path, 'utf8')) };
}

async function* readDocument(text: AsyncIterable<string>, path: string): AsyncIterable<RawRecord> {
  const splitter = new DocumentSplitter({ lists: LISTS, longest: LONGEST_RECORD });
  let count = 0;
  const withPath = <T>(action: () => T): T => {
    try {
      return action();
    } catch (error) {
      throw new Error(`${path} ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  };
  for await (const chunk of text) {
    for (const piece of withPath(() => splitter.push(chunk))) {
      const record = readPiece(piece, `record ${count + 1}`);
      if (record === undefined) continue;
      count += 1;
      yield record;
    }
  }
  withPath(() => splitter.end());
}

function readPiece({ kind, text }: Piece, where: string): RawRecord | undefined {
  if (text === undefined) return { where, unreadable: TOO_LONG };
  if (kind === 'item') return { where, ...parsed(text) };
  const field = parsed(`{${text}}`);
  if ('unreadable' in field) return { where, ...field };
  const [key, value] = Object.entries(field.value as object)[0] as [string, unknown];
  if (key === 'contractId')
    return { where, unreadable: 'is a single record; name its file <contractId>.json' };
  // Fields next to a list of records, such as `success`, are not records.
  const isRecord = key.includes('.') || (typeof value === 'object' && value !== null);
  return isRecord ? { where, key, value } : undefined;
}
