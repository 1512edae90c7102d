import type { DueCounts } from '../../../ports/execution-queue.js';
import { sql, type Queries } from '../database/index.js';
import { CLAIM_STATEMENTS, type Reached } from './execution-queue-claim.js';
import { reasonFrom } from './execution-queue-row.js';

interface SleepingRow {
  readonly watch: number | null;
  readonly level: string | null;
  readonly expires_at: string;
  readonly wake_at: string;
  readonly claimant: string | null;
  readonly reason: string | null;
}

/** Counts what is due at `now`, ISO 8601, among the first `limit` orders in each of the two states. */
export async function countDue(
  queries: Queries,
  reached: Reached,
  { now, limit }: { readonly now: string; readonly limit: number },
): Promise<DueCounts> {
  const { triggered } = CLAIM_STATEMENTS[queries.dialect.name];
  const awake = await queries.number(
    sql`SELECT COUNT(*) AS n FROM (${triggered(reached, now)} LIMIT ${limit}) due`,
  );
  // The other conditions are not checked in SQL, so that the index alone bounds how many rows are read.
  const sleeping = await queries.select<SleepingRow>(sql`
    SELECT watch, level, expires_at, wake_at, claimant, reason FROM order_queue
    WHERE state = 1 ORDER BY wake_at LIMIT ${limit}`);
  let free = awake;
  const backingOff = new Map<string, number>();
  for (const row of sleeping.filter((each) => isReached(each, reached) && each.expires_at > now)) {
    if (row.wake_at <= now) free++;
    else if (row.claimant === null && row.reason !== null) {
      const { reason } = reasonFrom(row.reason);
      backingOff.set(reason, (backingOff.get(reason) ?? 0) + 1);
    }
  }
  return { free, backingOff, isComplete: awake < limit && sleeping.length < limit };
}

function isReached({ watch, level }: SleepingRow, reached: Reached): boolean {
  const highest = watch === null ? undefined : reached.get(watch);
  return highest !== undefined && level !== null && level <= highest;
}
