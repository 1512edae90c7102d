import type { Dress } from '../vm/accounts.js';
import type { MinedTransaction } from './block-execution.js';
import type { BlockRecord } from './history.js';
import type { Dropped } from './mempool.js';
import type { ReceivedTransaction } from './received-transaction.js';
import { encodeMined, encodeReceived, readMined, readReceived } from './stored-transaction.js';

/** State of a chain apart from its VM: exactly what replaying its journal up to a position gives. */
export interface ChainState {
  /** The VM's own height before the first block. */
  readonly firstVmHeight: number;
  /** Heights above which blocks were orphaned. */
  readonly forks: readonly number[];
  readonly blocks: readonly StoredBlock[];
  readonly pending: readonly ReceivedTransaction[];
  readonly dropped: readonly Dropped[];
}

/** A block whose hashes can be computed from its height. */
export interface StoredBlock extends Pick<BlockRecord, 'mined' | 'vmHeight'> {
  readonly height: number;
  readonly time: number;
}

/** The first line. It is followed by the lines of transactions: mined, pending, dropped. */
interface Head {
  readonly firstVmHeight: number;
  readonly forks: readonly number[];
  readonly blocks: readonly (readonly [height: number, time: number, vmHeight: number, mined: number])[];
  readonly pending: number;
  readonly dropped: readonly Dropped['status'][];
}

/** Number of transactions that are encoded at a time, so that encoding never delays a block. */
const CHUNK = 200;

/** The state as lines of JSON. Each mined transaction is encoded only once. */
export function* encodeState({
  firstVmHeight,
  forks,
  blocks,
  pending,
  dropped,
}: ChainState): Iterable<Buffer> {
  const head: Head = {
    firstVmHeight,
    forks,
    blocks: blocks.map(({ height, time, vmHeight, mined }) => [height, time, vmHeight, mined.length]),
    pending: pending.length,
    dropped: dropped.map(({ status }) => status),
  };
  yield Buffer.from(`${JSON.stringify(head)}\n`);
  const mined = blocks.flatMap((block) => block.mined);
  for (let from = 0; from < mined.length; from += CHUNK)
    yield Buffer.concat(mined.slice(from, from + CHUNK).map(encodeMined));
  yield Buffer.concat([...pending, ...dropped.map(({ transaction }) => transaction)].map(encodeReceived));
}

/** Reads the output of `encodeState`. Transactions are decoded on first use. */
export function readState(bytes: Buffer, dress: Dress): ChainState {
  let at = 0;
  const takeLines = (lines: number): Buffer => {
    const from = at;
    for (let line = 0; line < lines; line++) at = bytes.indexOf(LINE_END, at) + 1;
    return bytes.subarray(from, at);
  };
  const take = <T>(count: number, read: (lines: Buffer, dress: Dress) => T): T[] =>
    Array.from({ length: count }, () => read(takeLines(2), dress));
  const head = JSON.parse(takeLines(1).toString()) as Head;
  const blocks = head.blocks.map(([height, time, vmHeight, count]): StoredBlock => {
    const mined: readonly MinedTransaction[] = take(count, readMined);
    return { height, time, vmHeight, mined };
  });
  const pending = take(head.pending, readReceived);
  const dropped = take(head.dropped.length, readReceived).map((transaction, index): Dropped => ({
    transaction,
    status: head.dropped[index]!,
  }));
  return { firstVmHeight: head.firstVmHeight, forks: head.forks, blocks, pending, dropped };
}

const LINE_END = 0x0a;
