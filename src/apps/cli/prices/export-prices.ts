import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csvLine } from '../../../adapters/csv/csv-file.js';
import { PRICE_COLUMNS } from '../../../adapters/csv/price-lines.js';
import { withDatabase } from '../../server/database.js';
import { GRID_SECONDS } from '../../../domain/price-series/price.js';
import type { DayOfPrices, PriceStore } from '../../../ports/index.js';

export interface ExportOptions {
  readonly token?: string;
  /** Unix seconds. */
  readonly from: number;
  readonly to: number;
  readonly output?: string;
}

async function* csvOf(prices: PriceStore, { token, from, to }: ExportOptions): AsyncIterable<string> {
  yield csvLine(PRICE_COLUMNS);
  // A scan returns whole days, so it begins at midnight.
  for await (const day of prices.scan(from - (from % 86_400), to)) {
    if (token === undefined || day.token === token) yield linesOf(day, from, to);
  }
}

/** The day's prices as lines of CSV. Each number has the shortest form that parses to the same double. */
function linesOf({ token, time: midnight, usd, btcUsd }: DayOfPrices, from: number, to: number): string {
  let lines = '';
  usd.forEach((price, slot) => {
    const time = midnight + slot * GRID_SECONDS;
    if (price === 0 || time < from || time >= to) return;
    lines += csvLine([new Date(time * 1000).toISOString(), token, price, btcUsd[slot]]);
  });
  return lines;
}

/** Writes stored prices as CSV, in the format of the import. */
export const exportPrices = (options: ExportOptions): Promise<number> =>
  withDatabase(async ({ prices }) => {
    try {
      const target = options.output === undefined ? process.stdout : createWriteStream(options.output);
      await pipeline(Readable.from(csvOf(prices, options)), target);
      return 0;
    } catch (error) {
      // The reader of the pipe, such as `head`, has closed it.
      if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return 0;
      throw error;
    }
  });
