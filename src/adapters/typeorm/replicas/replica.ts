import { setTimeout } from 'node:timers/promises';
import { freshFlight } from '../../../application/shared/single-flight.js';
import type { ReplicaProblem } from '../../../ports/index.js';
import { asOwnWork, before, positionOf, sql, type Database, type Position } from '../database/index.js';

/** An open database. */
export interface OpenedDatabase {
  readonly database: Database;
  close(): Promise<void>;
}

/** Limit on a question about a server's state, ms. */
const LOOK_MS = 1_500;
/** Interval at which a replica is asked for its position while a read waits for it, ms. */
const POLL_MS = 5;
/** Time after a wait in vain during which no other read waits for the replica, ms. */
const PATIENCE_MS = 500;

const LOOK = sql`
  SELECT pg_is_in_recovery() AS "isStandby", pg_last_wal_replay_lsn()::text AS replayed,
    (SELECT system_identifier::text FROM pg_control_system()) AS system`;

interface LookRow {
  readonly isStandby: boolean;
  readonly replayed: string | null;
  readonly system: string;
}

/** One server that replays what the primary commits. It is opened when it first responds. */
export class Replica {
  /** A position that it has certainly replayed. */
  replayed: Position = 0n;
  problem: ReplicaProblem | undefined = 'unreachable';
  /** Position that it must have replayed before it serves its first read; undefined while it has another problem. */
  entry: Position | undefined;
  #opening: Promise<OpenedDatabase> | undefined;
  #opened: OpenedDatabase | undefined;
  #waitsFromMs = -Infinity;

  constructor(
    /** Number of the replica among the configured ones, from 1. */
    readonly number: number,
    private readonly open: () => Promise<OpenedDatabase>,
  ) {}

  /** The database; it throws before the first successful look. */
  get database(): Database {
    if (this.#opened === undefined) throw new Error(`the replica ${this.number} is not open`);
    return this.#opened.database;
  }

  /** Reads the state of the server, and how far it is. Resolves to what keeps it from serving reads of the primary's cluster. */
  async look(system: string | undefined): Promise<ReplicaProblem | undefined> {
    try {
      const row = await timed(async () => {
        this.#opened ??= await this.opening();
        const [found] = await this.#opened.database.select<LookRow>(LOOK);
        return found!;
      });
      if (system !== undefined && row.system !== system) return 'foreign';
      if (!row.isStandby) return 'not-a-standby';
      this.replayed = row.replayed === null ? 0n : positionOf(row.replayed);
      return undefined;
    } catch {
      return 'unreachable';
    }
  }

  /** Reads how far the server is by now. All who ask at the same time share the answer. */
  readonly ask = freshFlight(async (): Promise<Position> => {
    const query = sql`SELECT pg_last_wal_replay_lsn()::text AS replayed`;
    const [row] = await timed(() => this.database.select<Pick<LookRow, 'replayed'>>(query));
    return (this.replayed = positionOf(row?.replayed ?? '0/0'));
  });

  /**
   * Waits until the server has replayed the position. Resolves to whether it has in time. After a wait in vain, reads ask only once
   * for a while, so that a stalled replica does not delay each of them.
   */
  async reaches(position: Position, limitMs: number): Promise<boolean> {
    const startedMs = performance.now();
    const untilMs = startedMs < this.#waitsFromMs ? startedMs : startedMs + limitMs;
    for (;;) {
      const replayed = await before(limitMs, this.ask(), () => {}).catch(() => undefined);
      if (replayed !== undefined && replayed >= position) return true;
      if (replayed === undefined || performance.now() + POLL_MS >= untilMs) break;
      await setTimeout(POLL_MS);
    }
    if (untilMs === startedMs) return false;
    this.#waitsFromMs = performance.now() + PATIENCE_MS;
    return false;
  }

  async close(): Promise<void> {
    const opened = await this.#opening?.catch(() => undefined);
    await opened?.close();
  }

  private opening(): Promise<OpenedDatabase> {
    this.#opening ??= this.open().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }
}

/** Result of a question about a server's state, which is not part of a caller's work. */
export const timed = <T>(question: () => Promise<T>): Promise<T> =>
  before(LOOK_MS, asOwnWork(question), () => {});
