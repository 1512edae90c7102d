import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { parseJson } from '../../../domain/shared/json.js';
import type { Genesis } from '../genesis/genesis.js';
import type { DropStatus } from './mempool.js';

/** One change of the chain. Heights and times are whole numbers; times are in Unix seconds. */
export type JournalEntry =
  | { readonly type: 'transaction'; readonly raw: string; readonly receivedAtMs: number }
  | {
      readonly type: 'block';
      readonly height: number;
      readonly time: number;
      readonly txids: readonly string[];
    }
  /** A run of blocks without transactions, up to this height. */
  | { readonly type: 'empty'; readonly height: number; readonly time: number }
  | { readonly type: 'drop'; readonly txid: string; readonly status: DropStatus }
  | { readonly type: 'orphan'; readonly blocks: number; readonly drop: boolean };

/** A position in a journal, after an entry that is never overwritten, with a digest of everything before the position. */
export interface JournalPosition {
  readonly bytes: number;
  /** SHA-256 of everything before the position, in hex. */
  readonly sha256: string;
}

/** The chain's changes in order. Replaying them restores the chain. */
export interface Journal {
  /** The entries present when the journal was opened. If it is continued from a position, only those after that position. */
  readonly entries: readonly JournalEntry[];
  /** Whether the journal is continued from the given position, because it still contains what preceded it. */
  readonly isContinued: boolean;
  /** Appends an entry and returns once it would survive a power failure. An `empty` entry does only after the next of another type. */
  append(entry: JournalEntry): void;
  /** The position after the last entry, not counting a trailing `empty` one. */
  position(): JournalPosition;
  close(): void;
}

/** A journal that keeps nothing, for a chain that ends with its process. */
export const KEEPS_NOTHING: Journal = {
  entries: [],
  isContinued: false,
  append() {},
  position: () => ({ bytes: 0, sha256: '' }),
  close() {},
};

const VERSION = 1;
const LINE_END = 0x0a;
/** Length to which every `empty` line is padded, so that the next one can overwrite it. */
const EMPTY_LINE_LENGTH = 64;

/**
 * Opens or creates a journal file of JSON lines; without a path, the journal keeps nothing. If a crash has left a torn last line,
 * the line is cut off. Content before the position `from` is not parsed again if the file still contains it unchanged.
 *
 * @throws when any other line is damaged, or when the file belongs to a chain in another dress or of another genesis.
 */
export function openJournal(
  path: string | undefined,
  genesis: Pick<Genesis, 'dress' | 'hash'>,
  from?: JournalPosition,
): Journal {
  if (path === undefined) return KEEPS_NOTHING;
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT);
  const bytes = readFileSync(path);
  const { header, entries, length, lastLineAt, isContinued } = readJournal(path, bytes, from);
  if (header !== undefined) checkHeader(path, header, genesis);
  ftruncateSync(file, length);
  /** Position of the next line. */
  let end = length;
  /** Position of the last line, if it is `empty`. */
  let emptyAt = entries.at(-1)?.type === 'empty' ? lastLineAt : undefined;
  const digest = createHash('sha256').update(bytes.subarray(0, emptyAt ?? length));
  /** The last line, if it is `empty` and therefore not in the digest yet. */
  let empty: Uint8Array = Buffer.from(bytes.subarray(emptyAt ?? length, length));
  const write = (line: string, at: number): Buffer => {
    const written = Buffer.from(`${line}\n`);
    writeSync(file, written, 0, written.length, at);
    end = at + written.length;
    return written;
  };
  if (header === undefined) {
    const { dress, hash } = genesis;
    digest.update(write(JSON.stringify({ type: 'chain', version: VERSION, dress, genesis: hash }), end));
    fdatasyncSync(file);
  }
  return {
    entries,
    isContinued,
    append(entry) {
      if (fstatSync(file).size !== end) throw new Error(`another process writes the devnet journal ${path}`);
      const line = JSON.stringify(entry);
      if (entry.type === 'empty') {
        // An idle chain must not grow its journal, so a run of empty blocks is a single line, overwritten as the run grows. The line is
        // not synced, since losing an empty block does no harm.
        const at = emptyAt ?? end;
        empty = write(line.padEnd(EMPTY_LINE_LENGTH), at);
        emptyAt = at;
      } else {
        digest.update(empty).update(write(line, end));
        empty = Buffer.alloc(0);
        emptyAt = undefined;
        fdatasyncSync(file);
      }
    },
    position: () => ({ bytes: end - empty.length, sha256: digest.copy().digest('hex') }),
    close() {
      fdatasyncSync(file);
      closeSync(file);
    },
  };
}

interface Header {
  readonly version: number;
  readonly dress: string;
  readonly genesis: string;
}

function checkHeader(path: string, header: Header, { dress, hash }: Pick<Genesis, 'dress' | 'hash'>): void {
  if (header.version === VERSION && header.dress === dress && header.genesis === hash) return;
  const isOther = header.version === VERSION && header.dress !== dress;
  const written = isOther
    ? `by a chain in the dress of ${header.dress}, not of ${dress}`
    : 'on another genesis';
  throw new Error(`the devnet journal ${path} was written ${written}; delete it to start a new chain`);
}

function readJournal(path: string, bytes: Buffer, from: JournalPosition | undefined) {
  const isContinued = from !== undefined && holds(bytes, from);
  const start = isContinued ? from.bytes : 0;
  // Decoded as one character per byte. Text after the last line end is a torn line.
  const lines = bytes.toString('latin1', start).split('\n');
  const torn = lines.pop();
  const parsed = lines.map(parseJson);
  const damaged = parsed.indexOf(undefined);
  if (damaged !== -1 && (damaged < lines.length - 1 || torn !== ''))
    throw new Error(`line ${lineOf(bytes, start) + damaged} of the devnet journal ${path} is damaged`);
  const kept = lines.slice(0, damaged === -1 ? undefined : damaged).map((line) => line.length + 1);
  const length = start + kept.reduce((sum, bytes) => sum + bytes, 0);
  const entries = parsed.slice(0, kept.length);
  const header = isContinued ? headerOf(bytes) : entries.shift();
  return {
    header: header as Header | undefined,
    entries: entries as JournalEntry[],
    length,
    lastLineAt: length - (kept.at(-1) ?? 0),
    isContinued,
  };
}

const holds = (bytes: Buffer, { bytes: length, sha256 }: JournalPosition): boolean =>
  bytes.length >= length && createHash('sha256').update(bytes.subarray(0, length)).digest('hex') === sha256;

const headerOf = (bytes: Buffer): unknown => parseJson(bytes.toString('latin1', 0, bytes.indexOf(LINE_END)));

/** The number of the line that begins at the position, from 1. */
function lineOf(bytes: Buffer, start: number): number {
  let line = 1;
  for (let at = bytes.indexOf(LINE_END); at !== -1 && at < start; at = bytes.indexOf(LINE_END, at + 1))
    line++;
  return line;
}
