import { endianness } from 'node:os';
import { SLOTS_PER_DAY, type DaySlots } from '../../../domain/price-series/price.js';
import type { Txid } from '../../../domain/order/ids.js';
import type { TradeCoverage } from '../../../domain/trade/coverage.js';
import { heightOf, positionOf, type RecordedTrade } from '../../../domain/trade/recorded-trade.js';
import type { DayRange } from '../../../domain/trade/volumes.js';
import type { ValuedBlock } from '../../../ports/index.js';
import { columnsOf, insertInto, joined, rowOf, sql, type Queries } from '../database/index.js';
import type { TokenNumber } from '../prices/price-packing.js';
import type { TokenNumbers } from '../prices/price-tokens.js';

type Whole = number | string;

/** A row of `trades`. */
export interface TradeRow {
  readonly position: Whole;
  readonly txid: Txid;
  readonly place: number;
  readonly vault: Whole;
  readonly token_in: Whole;
  readonly amount_in: string;
  readonly token_out: Whole;
  readonly amount_out: string;
  readonly usd: number | null;
  readonly at: Whole;
}

export const TRADE_COLUMNS = sql`position, txid, place, vault, token_in, amount_in, token_out, amount_out, usd, at`;

export async function tradeOf(
  row: TradeRow,
  contractOf: (number: TokenNumber) => Promise<RecordedTrade['vault']>,
): Promise<RecordedTrade> {
  return {
    txid: row.txid,
    place: Number(row.place),
    vault: await contractOf(Number(row.vault)),
    tokenIn: await contractOf(Number(row.token_in)),
    amountIn: BigInt(row.amount_in),
    tokenOut: await contractOf(Number(row.token_out)),
    amountOut: BigInt(row.amount_out),
    usd: row.usd,
    position: Number(row.position),
    blockHeight: heightOf(Number(row.position)),
    time: Number(row.at),
  };
}

const BATCH = 100;

/** Stores the block's trades. One that is stored already, of whichever block, is left as it is. */
export async function insertTrades(
  queries: Queries,
  { height, time, trades }: ValuedBlock,
  numbers: TokenNumbers,
): Promise<void> {
  const rows = trades.map((trade, n): TradeRow => ({
    position: positionOf(height, n),
    txid: trade.txid,
    place: trade.place,
    vault: numbers.get(trade.vault)!,
    token_in: numbers.get(trade.tokenIn)!,
    amount_in: String(trade.amountIn),
    token_out: numbers.get(trade.tokenOut)!,
    amount_out: String(trade.amountOut),
    usd: trade.usd,
    at: time,
  }));
  for (let start = 0; start < rows.length; start += BATCH) {
    const part = rows.slice(start, start + BATCH);
    await queries.execute(sql`INSERT INTO trades (${columnsOf(part[0]!)})
      VALUES ${joined(
        part.map((row) => rowOf(Object.values(row))),
        ', ',
      )} ON CONFLICT (txid, place) DO NOTHING`);
  }
}

/** The coverage with the days that are packed. */
export interface StoredCoverage extends TradeCoverage {
  readonly packed: DayRange;
}

export async function readCoverage(queries: Queries): Promise<StoredCoverage | undefined> {
  const [row] = await queries.select<
    Readonly<Record<string, Whole>>
  >(sql`SELECT first_height, first_parent, first_at,
    last_height, last_hash, last_at, checked_at, packed_from, packed_until FROM trade_coverage`);
  if (row === undefined) return undefined;
  const number = (name: string) => Number(row[name]);
  return {
    first: {
      height: number('first_height'),
      parentHash: String(row['first_parent']),
      time: number('first_at'),
    },
    last: { height: number('last_height'), hash: String(row['last_hash']), time: number('last_at') },
    checkedAt: number('checked_at'),
    packed: { from: number('packed_from'), until: number('packed_until') },
  };
}

export async function writeCoverage(
  queries: Queries,
  { first, last, checkedAt, packed }: StoredCoverage,
): Promise<void> {
  await queries.execute(sql`DELETE FROM trade_coverage`);
  await queries.execute(
    insertInto('trade_coverage', {
      name: 'trades',
      first_height: first.height,
      first_parent: first.parentHash,
      first_at: first.time,
      last_height: last.height,
      last_hash: last.hash,
      last_at: last.time,
      checked_at: checkedAt,
      packed_from: packed.from,
      packed_until: packed.until,
    }),
  );
}

const SLOTS_PER_HALF = SLOTS_PER_DAY / 2;
const FLOAT_BYTES = 4;

/** The dollars of half a day as little-endian floats. */
export function packVolumes(slots: DaySlots, half: number): Buffer {
  const floats = Float32Array.from(slots.subarray(half * SLOTS_PER_HALF, (half + 1) * SLOTS_PER_HALF));
  return inMachineOrder(Buffer.from(floats.buffer));
}

/** The dollars of half days in their concatenated bytes. Throws if the length does not match. */
export function unpackVolumes(halves: number, bytes: Buffer): Float32Array {
  if (bytes.length !== halves * SLOTS_PER_HALF * FLOAT_BYTES)
    throw new Error('trade_volumes: the stored volumes are no half day');
  const copy = inMachineOrder(Buffer.from(new Uint8Array(bytes).buffer));
  return new Float32Array(copy.buffer, copy.byteOffset, copy.length / FLOAT_BYTES);
}

const inMachineOrder = (floats: Buffer): Buffer => (endianness() === 'LE' ? floats : floats.swap32());
