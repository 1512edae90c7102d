import { fieldsOf } from '../../domain/shared/fields.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports, Transaction } from '../../ports/index.js';
import { inBatches } from './in-batches.js';
import { lockAll } from './lock-all.js';

/** A record as read from a file. */
export interface RawRecord {
  /** Place of the record in the file for messages, such as `line 3`. */
  readonly where: string;
  /** The record's separate name in the file, if any. */
  readonly key?: string;
  readonly value?: unknown;
  /** Reason why there is no value. */
  readonly unreadable?: string;
}

/** Reason why a record is not stored. */
export interface Refusal {
  readonly field: string;
  readonly reason: string;
}

export interface RefusedRecord extends Refusal {
  readonly where: string;
  /** Name of the record as given, such as an order's uuid or a key's id; undefined if it is not text. */
  readonly id: string | undefined;
}

/** Numbers of all records, of the refused ones, and of those with each outcome. */
export type ImportReport<Outcome extends string> = Readonly<Record<'records' | 'refused' | Outcome, number>>;

export interface ImportRules<Report, Refused = RefusedRecord> {
  /** Whether everything is checked but nothing stored. Batches then do not see what earlier ones would have stored. */
  readonly dryRun?: boolean;
  /** Receives the refused records of a batch before the next batch is read. */
  readonly refused: (records: readonly Refused[]) => Promise<void>;
  /** Receives the totals so far after each batch. */
  readonly progress?: (report: Report) => void;
}

interface ImportSteps<Entry, Outcome extends string> {
  /**
   * Number of records stored in one transaction. It bounds memory, the locks that are held, and the time for which other writers
   * are blocked.
   */
  readonly batchSize: number;
  readonly outcomes: readonly Outcome[];
  /** The field that names a record if the file does not. */
  readonly idField: string;
  /** Reads the records of a batch concurrently. */
  readonly read: (record: RawRecord) => Result<Entry, Refusal> | Promise<Result<Entry, Refusal>>;
  /** The names that storing the entry locks. */
  readonly locksOf?: (entry: Entry) => readonly string[];
  readonly store: (storage: Transaction, entry: Entry) => Promise<Result<Outcome, Refusal>>;
  /** Stores what `store` left to be stored at the end of its batch. */
  readonly finish?: (storage: Transaction) => Promise<void>;
}

/** Imports records in batches that are each stored completely or not at all. Refused records are left out of their batch. */
export async function importRecords<Entry, Outcome extends string>(
  { unitOfWork }: Pick<Ports, 'unitOfWork'>,
  records: AsyncIterable<RawRecord>,
  steps: ImportSteps<Entry, Outcome>,
  { dryRun = false, refused, progress }: ImportRules<ImportReport<Outcome>>,
): Promise<ImportReport<Outcome>> {
  const names = ['records', 'refused', ...steps.outcomes] as const;
  const report = Object.fromEntries(names.map((name) => [name, 0])) as Record<(typeof names)[number], number>;
  for await (const batch of inBatches(records, steps.batchSize)) {
    const entries = await Promise.all(batch.map((record) => readRecord(record, steps)));
    const outcomes = await storeBatch(unitOfWork, entries, steps, dryRun);
    const notTaken = outcomes.flatMap((outcome, n): RefusedRecord[] => {
      if (outcome.ok) {
        report[outcome.value] += 1;
        return [];
      }
      const { where, key, value } = batch[n]!;
      const { field, reason } = outcome.error;
      return [{ where, id: key ?? textOf(value, steps.idField), field, reason }];
    });
    report.records += batch.length;
    report.refused += notTaken.length;
    await refused(notTaken);
    progress?.(report);
  }
  return report;
}

async function readRecord<Entry>(
  record: RawRecord,
  { read }: Pick<ImportSteps<Entry, never>, 'read'>,
): Promise<Result<Entry, Refusal>> {
  const { unreadable } = record;
  return unreadable === undefined ? read(record) : err({ field: 'record', reason: unreadable });
}

/** Stores the entries and returns the outcome of each, in order. A dry run stores them too, and rolls back. */
async function storeBatch<Entry, Outcome extends string>(
  unitOfWork: Ports['unitOfWork'],
  entries: readonly Result<Entry, Refusal>[],
  { locksOf, store, finish }: Pick<ImportSteps<Entry, Outcome>, 'locksOf' | 'store' | 'finish'>,
  dryRun: boolean,
): Promise<readonly Result<Outcome, Refusal>[]> {
  const stored = await unitOfWork.run(async (storage) => {
    await lockAll(
      storage,
      entries.flatMap((entry) => (entry.ok ? (locksOf?.(entry.value) ?? []) : [])),
    );
    const outcomes: Result<Outcome, Refusal>[] = [];
    for (const entry of entries) outcomes.push(entry.ok ? await store(storage, entry.value) : entry);
    await finish?.(storage);
    return dryRun ? err(outcomes) : ok(outcomes);
  });
  return stored.ok ? stored.value : stored.error;
}

function textOf(record: unknown, name: string): string | undefined {
  const value = fieldsOf(record)[name];
  return typeof value === 'string' ? value : undefined;
}
