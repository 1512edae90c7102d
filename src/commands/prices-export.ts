#!/usr/bin/env node
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { InvalidArgumentError, program } from 'commander';
import { csvLine } from '../adapters/csv/csv-file.js';
import { PRICE_COLUMNS } from '../adapters/csv/price-lines.js';
import { runProgram } from '../adapters/terminal/index.js';
import { withDatabase } from '../process/database.js';
import { GRID_SECONDS } from '../domain/price-series/price.js';
import { parseTime } from '../domain/shared/time.js';
import type { DayOfPrices, PriceStore } from '../ports/index.js';

// Writes stored prices as CSV in the form that prices:import reads.

interface Options {
  readonly token?: string;
  /** Unix seconds. */
  readonly from: number;
  readonly to: number;
  readonly output?: string;
}

/** After the year 9999. */
const END = 253_402_300_800;

program
  .name('prices:export')
  .description('Writes prices as CSV, oldest day first, grouped by token within a day.')
  .option('--token <id>', 'export this token only')
  .option('--from <time>', 'first time to export: Unix seconds, or ISO 8601 with a zone', seconds, 0)
  .option('--to <time>', 'export prices before this time only', seconds, END)
  .option('-o, --output <file>', 'file to write; stdout when absent');
program.parse();

function seconds(raw: string): number {
  if (/^\d{1,12}$/.test(raw)) return Number(raw);
  const time = parseTime(raw);
  if (time.ok) return time.value.getTime() / 1000;
  throw new InvalidArgumentError('It must be Unix seconds or an ISO 8601 time with a zone.');
}

async function* csvOf(prices: PriceStore, { token, from, to }: Options): AsyncIterable<string> {
  yield csvLine(PRICE_COLUMNS);
  // A scan returns whole days.
  for await (const day of prices.scan(from - (from % 86_400), to)) {
    if (token === undefined || day.token === token) yield linesOf(day, from, to);
  }
}

/** Numbers have the shortest form that parses to the same double. */
function linesOf({ token, time: midnight, usd, btcUsd }: DayOfPrices, from: number, to: number): string {
  let lines = '';
  usd.forEach((price, slot) => {
    const time = midnight + slot * GRID_SECONDS;
    if (price === 0 || time < from || time >= to) return;
    lines += csvLine([new Date(time * 1000).toISOString(), token, price, btcUsd[slot]]);
  });
  return lines;
}

await runProgram(() =>
  withDatabase(async ({ prices }) => {
    const options = program.opts<Options>();
    try {
      const target = options.output === undefined ? process.stdout : createWriteStream(options.output);
      await pipeline(Readable.from(csvOf(prices, options)), target);
      return 0;
    } catch (error) {
      // The reader of the pipe, such as `head`, has closed it.
      if (error instanceof Error && 'code' in error && error.code === 'EPIPE') return 0;
      throw error;
    }
  }),
);
