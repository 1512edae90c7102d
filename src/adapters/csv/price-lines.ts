import type { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseText } from 'csv-parse/sync';
import type { PriceLine } from '../../application/prices/import-lines.js';

/** The columns to read; others are ignored. */
export const PRICE_COLUMNS = ['time', 'contractId', 'usd', 'btcUsd'] as const;

/** Maximum length of a line. A file without line ends is not CSV, and would otherwise be held in memory as a whole. */
const MAX_LINE_BYTES = 64 * 1024;

/**
 * Streams the lines of a CSV file after its header, without blank ones. Quoted fields cannot contain line ends, so an unclosed
 * quote spoils only its own line.
 *
 * @throws unless the header has every column exactly once, and for a line longer than 64 KB.
 */
export async function* readPriceLines(file: Readable): AsyncIterable<PriceLine> {
  const records = parse({
    bom: true,
    info: true,
    quote: false,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE_BYTES,
    record_delimiter: ['\r\n', '\n', '\r'],
  });
  file.on('error', (error) => records.destroy(error)).pipe(records);
  /** The position of each of PRICE_COLUMNS. */
  let columns: readonly number[] | undefined;
  try {
    for await (const { record, info } of records as AsyncIterable<Line>) {
      if (record.length === 1 && record[0]!.trim() === '') continue;
      const fields = unquoted(record);
      const line = info.lines;
      if (columns === undefined) columns = columnsOf(fields ?? []);
      else if (fields === undefined) yield { line, unreadable: 'has quotes that do not match' };
      else {
        const [time, contractId, usd, btcUsd] = columns.map((column) => fields[column]?.trim());
        yield { line, time, contractId, usd, btcUsd };
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== 'CSV_MAX_RECORD_SIZE') throw error;
    const line = Number(error['lines']);
    throw new Error(`line ${line} is longer than 64 KB: is this a CSV file?`, { cause: error });
  } finally {
    file.destroy();
  }
  if (columns === undefined)
    throw new Error(`the file is empty; its first line must name ${listed(PRICE_COLUMNS)}`);
}

interface Line {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function columnsOf(header: readonly string[]): readonly number[] {
  const names = header.map((name) => name.trim());
  const missing = PRICE_COLUMNS.filter((column) => !names.includes(column));
  if (missing.length > 0) throw new Error(`the first line lacks the column ${listed(missing)}`);
  const twice = PRICE_COLUMNS.filter((column) => names.indexOf(column) !== names.lastIndexOf(column));
  if (twice.length > 0) throw new Error(`the first line names ${listed(twice)} more than once`);
  return PRICE_COLUMNS.map((column) => names.indexOf(column));
}

/** Unquotes the fields of a line that was split at every comma; undefined if its quotes do not match. */
function unquoted(record: readonly string[]): readonly string[] | undefined {
  if (!record.some((field) => field.includes('"'))) return record;
  try {
    return parseText(record.join(','), { relax_column_count: true, trim: true })[0];
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
}

const listed = (names: readonly string[]) => names.join(', ');
