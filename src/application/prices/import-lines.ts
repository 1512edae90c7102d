import { gridPointAt } from '../../domain/price-series/grid.js';
import { GRID_SECONDS } from '../../domain/price-series/price.js';
import { parsePriceLine, type RawPrice, type RefusedPrice } from '../../domain/price-series/price-line.js';
import { parseContractId, type ContractId } from '../../domain/shared/contract-id.js';
import { err, type Result } from '../../domain/shared/result.js';
import type { Clock, Hasher, ImportedPrice, PriceArchive } from '../../ports/index.js';

/** Bounds memory, and how long one transaction holds up whoever else writes. */
export const LINES_PER_BATCH = 5_000;
/** How many contract ids are remembered; a file repeats few of them many times. */
const TOKENS_REMEMBERED = 10_000;

export interface PriceLine extends RawPrice {
  /** Its number in the file, from 1. */
  readonly line: number;
  /** Why the line has no fields, if it has none. */
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
  /** Were stored already, with the same numbers. */
  readonly known: number;
  /** Were stored already with other numbers, which stay. */
  readonly conflicting: number;
  readonly refused: number;
}

export interface ImportRules {
  /** Whether a time off the five-minute grid is moved down to it instead of refused. */
  readonly snap: boolean;
  /** Hears of every line that was not taken, conflicting ones among them, before the next batch is read. */
  readonly refused: (lines: readonly RefusedLine[]) => Promise<void>;
  /** Hears what came of the lines so far, after each batch. */
  readonly progress?: (report: ImportReport) => void;
}

/**
 * Brings prices of the past along, in batches that are each stored whole or not at all. What is stored already is left
 * as it is, so an import that was cut off is simply run again. Tokens need not be listed; their contract ids may be of
 * any network.
 */
export async function importLines(
  {
    priceArchive,
    clock,
    hasher,
  }: { readonly priceArchive: PriceArchive; readonly clock: Clock; readonly hasher: Hasher },
  lines: AsyncIterable<PriceLine>,
  { snap, refused, progress }: ImportRules,
): Promise<ImportReport> {
  const parseToken = rememberingTokens(hasher);
  const report = { lines: 0, added: 0, known: 0, conflicting: 0, refused: 0 };
  for await (const batch of inBatches(lines)) {
    const newest = gridPointAt(clock.now()).getTime() / 1000 - GRID_SECONDS;
    const taken: { line: PriceLine; price: ImportedPrice }[] = [];
    const notTaken: RefusedLine[] = [];
    for (const line of batch) {
      const price = readLine(line, { newest, snap, parseToken });
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

function readLine(
  line: PriceLine,
  rules: Parameters<typeof parsePriceLine>[1],
): Result<ImportedPrice, Omit<RefusedLine, 'line'>> {
  if (line.unreadable !== undefined) return err({ field: 'line', reason: line.unreadable });
  return parsePriceLine(line, rules);
}

async function* inBatches(lines: AsyncIterable<PriceLine>): AsyncIterable<readonly PriceLine[]> {
  let batch: PriceLine[] = [];
  for await (const line of lines) {
    batch.push(line);
    if (batch.length < LINES_PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Checks a contract id's checksum once for all the lines that repeat it. */
function rememberingTokens(hasher: Hasher): (raw: string) => Result<ContractId, { readonly reason: string }> {
  const known = new Map<string, Result<ContractId, { readonly reason: string }>>();
  return (raw) => {
    const before = known.get(raw);
    if (before !== undefined) return before;
    const onMainnet = parseContractId(raw, 'mainnet', hasher.sha256);
    const parsed = onMainnet.ok ? onMainnet : parseContractId(raw, 'testnet', hasher.sha256);
    if (known.size >= TOKENS_REMEMBERED) known.clear();
    known.set(raw, parsed);
    return parsed;
  };
}
