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
import { parseJson } from '../../domain/shared/json.js';
import type { Genesis } from './genesis.js';
import type { DropStatus } from './mempool.js';

/** One change of the chain. Heights and times are whole numbers, times in Unix seconds. */
export type JournalEntry =
  | { readonly type: 'transaction'; readonly raw: string; readonly receivedAtMs: number }
  | {
      readonly type: 'block';
      readonly height: number;
      readonly time: number;
      readonly txids: readonly string[];
    }
  /** Blocks without transactions up to this height. */
  | { readonly type: 'empty'; readonly height: number; readonly time: number }
  | { readonly type: 'drop'; readonly txid: string; readonly status: DropStatus }
  | { readonly type: 'orphan'; readonly blocks: number; readonly drop: boolean };

/** The chain's changes in order. Replaying them restores the chain. */
export interface Journal {
  /** The entries it held when it was opened. */
  readonly entries: readonly JournalEntry[];
  /** Returns once the entry survives a loss of power. An `empty` entry becomes durable with the next other one. */
  append(entry: JournalEntry): void;
  close(): void;
}

/** The journal of a chain that ends with its process. */
export const KEEPS_NOTHING: Journal = { entries: [], append() {}, close() {} };

const VERSION = 1;
/** Every `empty` line is padded to this length, so that the next one can overwrite it. */
const EMPTY_LINE_LENGTH = 64;

/**
 * Opens or creates a journal file of JSON lines; without a path, the journal keeps nothing. A torn last line, as a crash
 * leaves it, is cut off.
 *
 * @throws when another line is damaged, or when the file belongs to a chain in another dress or of another genesis.
 */
export function openJournal(path: string | undefined, genesis: Pick<Genesis, 'dress' | 'hash'>): Journal {
  if (path === undefined) return KEEPS_NOTHING;
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT);
  const { header, entries, length, lastLineAt } = readJournal(path);
  if (header !== undefined) checkHeader(path, header, genesis);
  ftruncateSync(file, length);
  /** Where the next line goes. */
  let end = length;
  /** Where the last line begins, if it is an `empty` one. */
  let emptyAt = entries.at(-1)?.type === 'empty' ? lastLineAt : undefined;
  const write = (line: string, at: number) => {
    const bytes = Buffer.from(`${line}\n`);
    writeSync(file, bytes, 0, bytes.length, at);
    end = at + bytes.length;
  };
  if (header === undefined) {
    const { dress, hash } = genesis;
    write(JSON.stringify({ type: 'chain', version: VERSION, dress, genesis: hash }), end);
    fdatasyncSync(file);
  }
  return {
    entries,
    append(entry) {
      if (fstatSync(file).size !== end) throw new Error(`another process writes the devnet journal ${path}`);
      const line = JSON.stringify(entry);
      if (entry.type === 'empty') {
        // An idle chain must not grow its journal: a run of empty blocks is one line, overwritten as the run grows.
        // It is not synced: losing an empty block does no harm.
        const at = emptyAt ?? end;
        write(line.padEnd(EMPTY_LINE_LENGTH), at);
        emptyAt = at;
      } else {
        write(line, end);
        emptyAt = undefined;
        fdatasyncSync(file);
      }
    },
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

function readJournal(path: string) {
  // One character a byte. The text behind the last line end is a torn line.
  const lines = readFileSync(path, 'latin1').split('\n');
  const torn = lines.pop();
  const parsed = lines.map(parseJson);
  const damaged = parsed.indexOf(undefined);
  if (damaged !== -1 && (damaged < lines.length - 1 || torn !== ''))
    throw new Error(`line ${damaged + 1} of the devnet journal ${path} is damaged`);
  const kept = lines.slice(0, damaged === -1 ? undefined : damaged).map((line) => line.length + 1);
  const length = kept.reduce((sum, bytes) => sum + bytes, 0);
  const [first, ...entries] = parsed.slice(0, kept.length);
  const header = first as Header | undefined;
  return { header, entries: entries as JournalEntry[], length, lastLineAt: length - (kept.at(-1) ?? 0) };
}
