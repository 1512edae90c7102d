import { GRID_SECONDS, gridPointAt } from '../../domain/price-series/price.js';
import { parsePriceLine, type RawPrice, type RefusedPrice } from '../../domain/price-series/price-line.js';
import { parseContractIdOfAnyNetwork, type ContractId } from '../../domain/shared/contract-id.js';
import { err, type Result } from '../../domain/shared/result.js';
import type { Hasher, ImportedPrice, Ports } from '../../ports/index.js';
import { inBatches } from '../shared/in-batches.js';

/** Number of lines stored in one transaction. It bounds memory, and the time for which other writers are blocked. */
export const LINES_PER_BATCH = 5_000;
/** Number of parsed contract ids to cache; files repeat a few of them many times. */
const TOKENS_REMEMBERED = 10_000;

export interface PriceLine extends RawPrice {
  /** Line number in the file, from 1. */
  readonly line: number;
  /** Reason why the line has no fields. */
  readonly unreadable?: string;
}

export interface RefusedLine {
  readonly line: PriceLine;
  readonly field: RefusedPrice['field'] | 'line';
  readonly reason: string;
}

export interface ImportReport {
  readonly lines: number;
  readonly added: number;
  /** Number of lines whose price is already stored with the same numbers. */
  readonly known: number;
  /** Number of lines whose price is already stored with different numbers. The stored numbers are kept. */
  readonly conflicting: number;
  readonly refused: number;
}

export interface ImportRules {
  /** Whether a time off the five-minute grid is rounded down to it instead of refused. */
  readonly snap: boolean;
  /** Receives the refused and conflicting lines of a batch before the next batch is read. */
  readonly refused: (lines: readonly RefusedLine[]) => Promise<void>;
  /** Receives the totals so far after each batch. */
  readonly progress?: (report: ImportReport) => void;
}

/**
 * Imports past prices in batches that are each stored completely or not at all. Stored prices are never changed, so an
 * interrupted import can be repeated. Tokens need not be listed; their contract ids may be of any network.
 */
export async function importLines(
  { priceArchive, clock, hasher }: Pick<Ports, 'priceArchive' | 'clock' | 'hasher'>,
  lines: AsyncIterable<PriceLine>,
  { snap, refused, progress }: ImportRules,
): Promise<ImportReport> {
  const parseToken = cachedTokenParser(hasher);
  const report = { lines: 0, added: 0, known: 0, conflicting: 0, refused: 0 };
  for await (const batch of inBatches(lines, LINES_PER_BATCH)) {
    const newest = gridPointAt(clock.now()).getTime() / 1000 - GRID_SECONDS;
    const taken: { line: PriceLine; price: ImportedPrice }[] = [];
    const notTaken: RefusedLine[] = [];
    for (const line of batch) {
      const price =
        line.unreadable === undefined
          ? parsePriceLine(line, { newest, snap, parseToken })
          : err({ field: 'line' as const, reason: line.unreadable });
      if (price.ok) taken.push({ line, price: price.value });
      else notTaken.push({ line, ...price.error });
    }
    report.refused += notTaken.length;
    const outcome = await priceArchive.importPrices(taken.map(({ price }) => price));
    const conflicts = outcome.conflicting.map((position): RefusedLine => {
      const reason = 'another price, or another bitcoin price, is stored for this time';
      return { line: taken[position]!.line, field: 'usd', reason };
    });
    report.lines += batch.length;
    report.added += outcome.added;
    report.known += outcome.known;
    report.conflicting += conflicts.length;
    await refused([...notTaken, ...conflicts].sort((a, b) => a.line.line - b.line.line));
    progress?.(report);
  }
  return report;
}

/** Makes a parser that verifies the checksum of a contract id only once, however many lines repeat the id. */
function cachedTokenParser(hasher: Hasher): (raw: string) => Result<ContractId, { readonly reason: string }> {
  const known = new Map<string, Result<ContractId, { readonly reason: string }>>();
  return (raw) => {
    const before = known.get(raw);
    if (before !== undefined) return before;
    const parsed = parseContractIdOfAnyNetwork(raw, hasher.sha256);
    if (known.size >= TOKENS_REMEMBERED) known.clear();
    known.set(raw, parsed);
    return parsed;
  };
}
