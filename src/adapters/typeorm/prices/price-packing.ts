import { endianness } from 'node:os';
import {
  SLOTS_PER_DAY,
  type Price,
  DAY_SECONDS,
  emptyDay,
  type DaySlots,
} from '../../../domain/price-series/price.js';
import type { Candle } from '../../../domain/price-series/candle.js';

/** Number of a token in the price tables, from 1. */
export type TokenNumber = number;

/** The number under which the bitcoin price is stored. */
export const BITCOIN: TokenNumber = 0;

export interface PackedPrice extends Price {
  readonly token: TokenNumber;
}

const DOUBLE_BYTES = 8;
const PRICE_BYTES = 4 + 4 * DOUBLE_BYTES;

/** The prices of a run, 36 bytes each: the token and four little-endian doubles, NaN for an unknown loss. */
export function packRun(prices: readonly PackedPrice[]): Buffer {
  const bytes = Buffer.alloc(prices.length * PRICE_BYTES);
  let offset = 0;
  for (const { token, usd, sbtc, liquidityUsd, roundTripLoss } of prices) {
    offset = bytes.writeUInt32LE(token, offset);
    for (const value of [usd, sbtc, liquidityUsd, roundTripLoss ?? NaN])
      offset = bytes.writeDoubleLE(value, offset);
  }
  return bytes;
}

export function unpackRun(bytes: Buffer): PackedPrice[] {
  return Array.from({ length: bytes.length / PRICE_BYTES }, (_, index) => {
    const start = index * PRICE_BYTES;
    const double = (n: number) => bytes.readDoubleLE(start + 4 + n * DOUBLE_BYTES);
    const loss = double(3);
    return {
      token: bytes.readUInt32LE(start),
      usd: double(0),
      sbtc: double(1),
      liquidityUsd: double(2),
      roundTripLoss: Number.isNaN(loss) ? null : loss,
    };
  });
}

/** Number of slots in a row. Three rows of half a day fill a 4 KB page of SQLite well; rows of a whole day would waste a third of it. */
export const SLOTS_PER_HALF = SLOTS_PER_DAY / 2;
export const HALVES = [0, 1] as const;

/** Number above that of any registry's tokens. Multiplied by the half days of millennia, it is still an exact double. */
const MAX_TOKENS = 2 ** 20;
const MAX_DAYS = 2 ** 17;

/** Id that sorts `price_points` by half day, then token: a run touches neighbouring rows, and new rows are appended. */
export const pointsId = (halfDay: number, token: TokenNumber): number => halfDay * MAX_TOKENS + token;

/** Id that sorts `price_days` by token, then day, so that a token's candles are neighbours. */
export const dayId = (token: TokenNumber, day: number): number => token * MAX_DAYS + day;

/** The slots of half a day, packed as little-endian doubles of 8 bytes. */
export function packHalf(slots: DaySlots, half: number): Buffer {
  const first = half * SLOTS_PER_HALF;
  return inMachineOrder(Buffer.from(slots.slice(first, first + SLOTS_PER_HALF).buffer));
}

/** The doubles in a copy of the bytes: doubles must be aligned, and a driver's bytes need not be. */
function doublesOf(bytes: Buffer): Float64Array {
  const copy = inMachineOrder(Buffer.from(new Uint8Array(bytes).buffer));
  return new Float64Array(copy.buffer, copy.byteOffset, copy.length / DOUBLE_BYTES);
}

const CANDLE_DOUBLES = 5;

/** A day's candle as five little-endian doubles: open, high, low, close and the number of prices. */
export function packCandle({ open, high, low, close, points }: Omit<Candle, 'time'>): Buffer {
  return inMachineOrder(Buffer.from(Float64Array.of(open, high, low, close, points).buffer));
}

/** Reads the candles of these days from their concatenated bytes. Throws if the length does not match. */
export function unpackCandles(days: readonly number[], bytes: Buffer): Candle[] {
  if (bytes.length !== days.length * CANDLE_DOUBLES * DOUBLE_BYTES)
    throw new Error('price_days: the stored candles are malformed');
  const doubles = doublesOf(bytes);
  return days.map((day, index) => {
    const at = index * CANDLE_DOUBLES;
    return {
      time: day * DAY_SECONDS,
      open: doubles[at]!,
      high: doubles[at + 1]!,
      low: doubles[at + 2]!,
      close: doubles[at + 3]!,
      points: doubles[at + 4]!,
    };
  });
}

/** Converts doubles between little-endian and the machine's byte order. */
const inMachineOrder = (doubles: Buffer): Buffer => (endianness() === 'LE' ? doubles : doubles.swap64());

/** Merges rows of `price_points` into slots by day and token. Throws if the length of the bytes does not match. */
export function unpackHalves(ids: readonly number[], bytes: Buffer): Map<number, Map<TokenNumber, DaySlots>> {
  if (bytes.length !== ids.length * SLOTS_PER_HALF * DOUBLE_BYTES)
    throw new Error('price_points: the stored slots are no half day');
  const doubles = doublesOf(bytes);
  const days = new Map<number, Map<TokenNumber, DaySlots>>();
  for (const [index, id] of ids.entries()) {
    const [halfDay, token] = [Math.floor(id / MAX_TOKENS), id % MAX_TOKENS];
    const [day, first] = [Math.floor(halfDay / 2), index * SLOTS_PER_HALF];
    let tokens = days.get(day);
    if (tokens === undefined) days.set(day, (tokens = new Map<TokenNumber, DaySlots>()));
    let slots = tokens.get(token);
    if (slots === undefined) tokens.set(token, (slots = emptyDay()));
    slots.set(doubles.subarray(first, first + SLOTS_PER_HALF), (halfDay % 2) * SLOTS_PER_HALF);
  }
  return days;
}
