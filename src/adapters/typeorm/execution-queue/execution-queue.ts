import type { TriggerPair } from '../../../domain/order/conditions/rules.js';
import type { OrderUuid } from '../../../domain/order/ids.js';
import type { Retry } from '../../../domain/order/evaluation/retry-policy.js';
import type {
  Claim,
  ClaimRequest,
  DueCounts,
  ExecutionQueue,
  Presence,
  VoidClaims,
} from '../../../ports/execution-queue.js';
import { isoTime, sql, StoredFields, type Database } from '../database/index.js';
import { CLAIM_STATEMENTS, type ClaimedRow } from './execution-queue-claim.js';
import { countDue } from './execution-queue-due.js';
import { LowestLevels } from './execution-queue-levels.js';
import { PairNumbers } from './execution-queue-pairs.js';
import { reasonFrom, storedReason } from './execution-queue-row.js';

/** Orders woken per transaction. */
const WAKE_AT_ONCE = 5_000;

export class TypeOrmExecutionQueue implements ExecutionQueue {
  private readonly pairs: PairNumbers;
  private readonly levels: LowestLevels;

  constructor(private readonly database: Database) {
    this.pairs = new PairNumbers(database);
    this.levels = new LowestLevels(database);
  }

  triggerPairs(): Promise<readonly TriggerPair[]> {
    return this.pairs.list();
  }

  async claim({ now, reached, limit, leaseMs, claimant }: ClaimRequest): Promise<readonly Claim[]> {
    const [at, until] = [isoTime(now), isoTime(new Date(now.getTime() + leaseMs))];
    await this.wake(at);
    await this.levels.correct(now);
    const levels = await this.pairs.storedLevels(reached);
    const rows = await this.database.statement((queries) => {
      const { claim, triggered } = CLAIM_STATEMENTS[queries.dialect.name];
      return queries.select<ClaimedRow>(claim(triggered(levels, at), { claimant, until, limit }));
    });
    return [...rows].sort(byDue).map(({ uuid, attempts, due_at: dueAt }) => ({
      uuid: uuid as OrderUuid,
      claimant,
      attempts: Number(attempts),
      dueAt: new Date(dueAt),
    }));
  }

  async countDue({
    now,
    reached,
    limit,
  }: Pick<ClaimRequest, 'now' | 'reached' | 'limit'>): Promise<DueCounts> {
    const levels = await this.pairs.storedLevels(reached);
    return this.database.read((queries) => countDue(queries, levels, { now: isoTime(now), limit }));
  }

  async release({ uuid, claimant }: Pick<Claim, 'uuid' | 'claimant'>, retry?: Retry): Promise<void> {
    const at = retry && isoTime(retry.at);
    const release =
      retry === undefined
        ? sql`
          UPDATE order_queue SET claimant = NULL, wake_at = NULL, state = CASE WHEN state = 2 THEN 2 ELSE 0 END
          WHERE uuid = ${uuid} AND claimant = ${claimant}`
        : sql`
          UPDATE order_queue SET claimant = NULL, wake_at = ${at}, due_at = ${at}, attempts = ${retry.attempts},
            reason = ${storedReason(retry)}, state = CASE WHEN state = 2 THEN 2 ELSE 1 END
          WHERE uuid = ${uuid} AND claimant = ${claimant}`;
    await this.database.statement((queries) => queries.execute(release));
  }

  async free({ now, claimant, latest }: VoidClaims): Promise<void> {
    const [at, end] = [isoTime(now), isoTime(latest)];
    const free = sql`
      UPDATE order_queue SET state = 0, wake_at = NULL, claimant = NULL,
        due_at = CASE WHEN due_at > ${end} THEN ${at} ELSE due_at END
      WHERE state = 1 AND (claimant = ${claimant}
        OR (wake_at > ${end} AND (claimant IS NOT NULL OR reason IS NOT NULL)))`;
    await this.database.statement((queries) => queries.execute(free));
  }

  checkIn({ claimant, now, until }: Presence): Promise<readonly string[]> {
    return this.database.write(async (queries) => {
      await queries.execute(sql`
        INSERT INTO live_executors (claimant, ends_at) VALUES (${claimant}, ${isoTime(until)})
        ON CONFLICT (claimant) DO UPDATE SET ends_at = excluded.ends_at`);
      await queries.execute(sql`DELETE FROM live_executors WHERE ends_at <= ${isoTime(now)}`);
      const rows = await queries.select<{ claimant: string }>(
        sql`SELECT claimant FROM live_executors ORDER BY claimant`,
      );
      return rows.map((row) => row.claimant);
    });
  }

  async retryOf(uuid: OrderUuid): Promise<Retry | undefined> {
    const [row] = await this.database.select<object>(
      sql`SELECT attempts, due_at, reason FROM order_queue WHERE uuid = ${uuid} AND reason IS NOT NULL`,
    );
    if (row === undefined) return undefined;
    const columns = new StoredFields(row, `order_queue ${uuid}`);
    return {
      attempts: columns.number('attempts'),
      at: columns.time('due_at'),
      ...reasonFrom(columns.text('reason')),
    };
  }

  async listExpired(now: Date, limit: number): Promise<readonly OrderUuid[]> {
    const rows = await this.database.select<{ uuid: OrderUuid }>(sql`
      SELECT uuid FROM order_queue WHERE expires_at <= ${isoTime(now)} AND state < 2
      ORDER BY expires_at, uuid LIMIT ${limit}`);
    return rows.map(({ uuid }) => uuid);
  }

  async nextWakeUp(now: Date): Promise<Date | undefined> {
    const at = isoTime(now);
    const rows = await this.database.select<{ at: string | null }>(sql`
      SELECT MIN(wake_at) AS at FROM order_queue WHERE state = 1 AND wake_at > ${at}
      UNION ALL SELECT MIN(expires_at) FROM order_queue WHERE state < 2 AND expires_at > ${at}`);
    const [first] = rows.flatMap((row) => row.at ?? []).sort();
    return first === undefined ? undefined : new Date(first);
  }

  private async wake(now: string): Promise<void> {
    let woken: number;
    do {
      woken = await this.database.statement((queries) =>
        queries.execute(CLAIM_STATEMENTS[queries.dialect.name].wake(now, WAKE_AT_ONCE)),
      );
    } while (woken === WAKE_AT_ONCE);
  }
}

const byDue = (a: ClaimedRow, b: ClaimedRow) =>
  a.due_at === b.due_at ? (a.uuid < b.uuid ? -1 : 1) : a.due_at < b.due_at ? -1 : 1;
