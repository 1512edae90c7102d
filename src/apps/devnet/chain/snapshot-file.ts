import { createHash, type Hash } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliDecompress, constants, createBrotliCompress } from 'node:zlib';
import { parseJson } from '../../../domain/shared/json.js';
import { err, ok, type Result } from '../../../domain/shared/result.js';
import type { Dress } from '../vm/accounts.js';
import { encodeState, readState, type ChainState } from './chain-state.js';
import type { Genesis } from '../genesis/genesis.js';
import type { JournalPosition } from './journal.js';
import type { VmImage } from '../vm/vm-image.js';

/** State of a chain at a position of its journal. */
export interface Snapshot {
  readonly position: JournalPosition;
  readonly image: VmImage;
  readonly state: ChainState;
}

/** Properties that a chain must share with a snapshot in order to continue from it. */
export interface SnapshotKey {
  /** The VM's fingerprint. */
  readonly vm: string;
  readonly genesis: Pick<Genesis, 'dress' | 'hash'>;
}

interface Header extends Pick<Snapshot, 'position'> {
  readonly format: string;
  readonly vm: string;
  readonly dress: Dress;
  readonly genesis: string;
  readonly held: VmImage['held'];
  readonly session: number;
  /** Sizes in bytes of the two compressed sections that follow: the VM's memory and the chain's state. */
  readonly parts: readonly [number, number];
}

/** Version of the format. Increment it if blocks are executed differently, or if a journal entry has a different effect. */
const FORMAT = 'sluice devnet snapshot 2';
const CHECKSUM_BYTES = 32;
const CHUNK_BYTES = 1_048_576;
const LINE_END = 0x0a;

const decompress = promisify(brotliDecompress);

/**
 * Replaces the previous snapshot atomically. Compression runs in other threads. The file is a line of JSON, the compressed
 * sections, and the SHA-256 of the sections and the line.
 */
export async function writeSnapshot(
  path: string,
  { vm, genesis }: SnapshotKey,
  snapshot: Snapshot,
  quality = QUALITY,
): Promise<void> {
  const { image, state, position } = snapshot;
  const hash = createHash('sha256');
  const memory = await compress(chunksOf(image.memory), hash, quality);
  const chain = await compress(encodeState(state), hash, quality);
  const header: Header = {
    format: FORMAT,
    vm,
    dress: genesis.dress,
    genesis: genesis.hash,
    position,
    held: image.held,
    session: image.session,
    parts: [sizeOf(memory), sizeOf(chain)],
  };
  const line = Buffer.from(`${JSON.stringify(header)}\n`);
  const file = await open(temporary(path), 'w');
  try {
    await file.writev([line, ...memory, ...chain, hash.update(line).digest()]);
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(temporary(path), path);
}

/** A snapshot that was read, with the fingerprint of its VM and the hash of its genesis. */
export interface SavedSnapshot extends Snapshot, Pick<SnapshotKey, 'vm'> {
  readonly genesis: string;
}

/** Reads the snapshot; undefined if there is no file, an error with the reason if the snapshot is unusable. */
export async function readSnapshot(
  path: string,
  genesis: SnapshotKey['genesis'],
): Promise<Result<SavedSnapshot, string> | undefined> {
  try {
    return await parse(await readFile(path), genesis);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    return err(`it cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

/** Removes the snapshot, if there is one. */
export const removeSnapshot = (path: string): Promise<void> => rm(path, { force: true });

async function parse(bytes: Buffer, genesis: SnapshotKey['genesis']): Promise<Result<SavedSnapshot, string>> {
  const bodyAt = bytes.indexOf(LINE_END) + 1;
  const [line, body] = [bytes.subarray(0, bodyAt), bytes.subarray(bodyAt, -CHECKSUM_BYTES)];
  const checksum = createHash('sha256').update(body).update(line).digest();
  if (!checksum.equals(bytes.subarray(-CHECKSUM_BYTES))) return err('it is damaged');
  const header = parseJson(line.toString()) as Header | undefined;
  if (header?.format !== FORMAT) return err('it has another format');
  if (header.dress !== genesis.dress || header.genesis !== genesis.hash)
    return err('it is of another genesis');
  const { position, held, session, dress, vm } = header;
  const [ofMemory] = header.parts;
  const [memory, state] = await Promise.all(
    [body.subarray(0, ofMemory), body.subarray(ofMemory)].map((part) =>
      decompress(part, { chunkSize: CHUNK_BYTES }),
    ),
  );
  const image = { memory: memory!, held, session };
  return ok({ position, image, state: readState(state!, dress), vm, genesis: header.genesis });
}

const temporary = (path: string): string => `${path}.new`;

/** Brotli quality: the fastest one that makes the file less than a fifth larger. */
const QUALITY = 1;

async function compress(chunks: Iterable<Uint8Array>, hash: Hash, quality: number): Promise<Buffer[]> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  const compressor = createBrotliCompress({ params, chunkSize: CHUNK_BYTES });
  const parts: Buffer[] = [];
  await pipeline(Readable.from(chunks, { objectMode: true }), compressor, async (compressed) => {
    for await (const part of compressed as AsyncIterable<Buffer>) {
      hash.update(part);
      parts.push(part);
    }
  });
  return parts;
}

function* chunksOf(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) yield bytes.subarray(from, from + CHUNK_BYTES);
}

const sizeOf = (parts: readonly Buffer[]): number => parts.reduce((sum, part) => sum + part.length, 0);
