import { Listeners } from '../../../domain/shared/listeners.js';
import { freshFlight } from '../../../application/shared/single-flight.js';
import { StorageFailure, type ReplicaProblem, type ReplicaStanding } from '../../../ports/index.js';
import {
  before,
  later,
  positionOf,
  noteCommit,
  runningCaller,
  sql,
  type Database,
  type Position,
} from '../database/index.js';
import { Lag, type PrimarySample } from './lag.js';
import { timed, type Replica } from './replica.js';

/** Lag from which a replica serves no more reads, ms. */
export const MAX_LAG_MS = 5_000;
/** Time that a read waits for a replica to replay what the caller has seen, ms; then the primary serves it. */
const WAIT_MS = 50;
/** The same for a scan, which the primary does not serve. */
const SCAN_WAIT_MS = 1_000;
/** Time that a replica has for a short read, ms; then the primary serves it. */
const READ_MS = 1_000;

const PRIMARY = sql`
  SELECT pg_current_wal_insert_lsn()::text AS inserted, pg_current_wal_flush_lsn()::text AS flushed,
    (SELECT system_identifier::text FROM pg_control_system()) AS system`;

interface PrimaryState extends PrimarySample {
  readonly system: string;
}

type PrimaryRow = Readonly<Record<'inserted' | 'flushed' | 'system', string>>;

type Work<T> = (database: Database) => Promise<T>;

/**
 * The replicas of a primary. Reads for callers go to a replica that has replayed what the caller has seen, and everything that this
 * process has shown to any caller; otherwise to the primary (docs/adr/0072-reads-on-replicas.md).
 */
export class Replicas {
  /** Number of reads that each kind of server has served. */
  readonly served = { replica: 0, primary: 0 };
  readonly #changed = new Listeners<ReplicaStanding>();
  readonly #lag = new Lag();
  /** Position up to which callers who send none have seen the database in this process. */
  #floor: Position = 0n;
  /** Settles when the floor contains what the primary served before a replica took over. */
  #fence: Promise<unknown> | undefined;
  #turn = 0;

  constructor(
    private readonly primary: Database,
    private readonly replicas: readonly Replica[],
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    primary.onCommitted(noteCommit);
  }

  /** Calls the listener with each replica that begins or ceases to serve reads. Returns a function that unsubscribes it. */
  readonly onChange = this.#changed.add;

  standing(): readonly ReplicaStanding[] {
    return this.replicas.map((replica) => this.standingOf(replica));
  }

  /** Reads the state of the primary and of all replicas. Call it every second. Never rejects. */
  async check(): Promise<void> {
    const floor = this.#floor;
    const primary = await this.lookAtPrimary();
    // After a failover that lost commits, the primary has less than callers were shown.
    if (primary !== undefined && primary.inserted < floor) this.#floor = primary.inserted;
    await Promise.all(this.replicas.map((replica) => this.checkOne(replica, primary)));
  }

  /** Runs a short read for a caller: on a replica, or else on the primary. */
  async read<T>(work: Work<T>): Promise<T> {
    await this.#fence;
    const needed = this.needed();
    const replica = this.ready(needed) ?? (await this.reaching(needed, WAIT_MS));
    if (replica === undefined) return this.onPrimary(work, needed);
    try {
      return await this.on(replica, (database) => before(READ_MS, work(database), () => {}));
    } catch (error) {
      if (!(error instanceof StorageFailure)) throw error;
      this.note(replica, error);
      return this.onPrimary(work, needed);
    }
  }

  /**
   * Runs a long read for a caller. While a replica serves reads, the primary serves no long ones: if no replica has replayed in time
   * what a caller who sends a position has seen, the read rejects with an outage. Other callers then get an older state.
   *
   * @param ofOwner whether the read concerns the orders of one owner only: the primary then serves it in place of an outage.
   */
  async scan<T>(work: Work<T>, ofOwner: boolean): Promise<T> {
    await this.#fence;
    const needed = this.needed();
    for (let attempt = 1; this.used().length > 0; attempt++) {
      const inTime = this.ready(needed) ?? (await this.reaching(needed, ofOwner ? WAIT_MS : SCAN_WAIT_MS));
      const mayBeOlder = !ofOwner && runningCaller()?.seen === undefined;
      const replica = inTime ?? (mayBeOlder ? this.furthest() : undefined);
      if (replica === undefined && !ofOwner)
        throw unavailable('no replica has everything that the caller has seen');
      if (replica === undefined) break;
      try {
        return await this.on(replica, work);
      } catch (error) {
        if (!(error instanceof StorageFailure)) throw error;
        this.note(replica, error);
        if (isConflict(error) && attempt > 1) throw unavailable(error.message, error.code);
        // What takes too long on a replica would do so on the primary.
        if (replica.problem === undefined && error.isOutage) throw error;
        if (replica.problem === undefined && !isConflict(error)) break;
      }
    }
    return this.onPrimary(work, needed);
  }

  /** A position behind everything that is committed. Rejects if the primary does not respond in time. */
  readonly newest = freshFlight(async (): Promise<Position> => {
    const query = sql`SELECT pg_current_wal_insert_lsn()::text AS at`;
    const [row] = await timed(() => this.primary.select<{ readonly at: string }>(query));
    return positionOf(row!.at);
  });

  /** Notes that callers are shown something that was just read from the primary. Resolves to a position behind it. */
  async raise(): Promise<Position> {
    const newest = await this.newest();
    // Without a replica in use nothing can be shown that is older, and one that comes back is fenced off.
    if (this.used().length > 0) this.#floor = later(this.#floor, newest);
    return newest;
  }

  async close(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.close()));
  }

  private needed(): Position {
    return later(this.#floor, runningCaller()?.seen ?? 0n);
  }

  private used(): readonly Replica[] {
    return this.replicas.filter(({ problem }) => problem === undefined);
  }

  /** A replica that is known to have replayed the position, in turn. */
  private ready(position: Position): Replica | undefined {
    const ready = this.used().filter(({ replayed }) => replayed >= position);
    return ready[this.#turn++ % ready.length];
  }

  private furthest(): Replica | undefined {
    return this.used().toSorted((a, b) => (a.replayed > b.replayed ? -1 : 1))[0];
  }

  /** The replica that is furthest, once it has replayed the position; undefined if it does not in time. */
  private async reaching(position: Position, limitMs: number): Promise<Replica | undefined> {
    const first = this.furthest();
    return first !== undefined && (await first.reaches(position, limitMs)) ? first : undefined;
  }

  private async on<T>(replica: Replica, work: Work<T>): Promise<T> {
    const result = await work(replica.database);
    const caller = runningCaller();
    // A single replica never goes back. Otherwise it counts how far it was at most when it was read.
    if (this.replicas.length > 1 || caller?.seen !== undefined) {
      const at = await replica.ask();
      this.#floor = later(this.#floor, at);
      if (caller?.seen !== undefined) caller.saw(at);
    }
    this.served.replica++;
    return result;
  }

  private async onPrimary<T>(work: Work<T>, needed: Position): Promise<T> {
    const result = await work(this.primary);
    this.served.primary++;
    // Without a replica in use nothing can be shown that is older, and one that comes back is fenced off.
    if (this.used().length === 0) return result;
    const caller = runningCaller();
    const at = await this.newest().catch(() => needed);
    if (caller?.seen !== undefined) caller.saw(at);
    // What one caller has seen elsewhere must not take all others to the primary.
    if (needed === this.#floor) this.#floor = later(this.#floor, at);
    return result;
  }

  private note(replica: Replica, { code, message }: StorageFailure): void {
    // A replica that is slow, or that cancelled the statement, still responds.
    if (GONE.test(code ?? message)) this.leave(replica, 'unreachable');
  }

  private async lookAtPrimary() {
    try {
      const [row] = await timed(() => this.primary.select<PrimaryRow>(PRIMARY));
      const { inserted, flushed, system } = row!;
      const found = { inserted: positionOf(inserted), flushed: positionOf(flushed), system };
      this.#lag.sample(found, this.nowMs());
      return found;
    } catch {
      return undefined;
    }
  }

  private async checkOne(replica: Replica, primary: PrimaryState | undefined): Promise<void> {
    // A standby that has more than the primary follows a history that a failover has ended.
    const isAhead = primary !== undefined && replica.replayed > primary.inserted;
    const found = await replica.look(primary?.system);
    const isLagging = this.#lag.of(replica.replayed, this.nowMs()) > MAX_LAG_MS;
    const problem = found ?? (isAhead ? 'foreign' : isLagging ? 'lagging' : undefined);
    if (problem !== undefined) return this.leave(replica, problem);
    if (replica.problem !== undefined && primary !== undefined) await this.enter(replica, primary.inserted);
  }

  private async enter(replica: Replica, inserted: Position): Promise<void> {
    replica.entry ??= inserted;
    if (replica.replayed < replica.entry) return this.change(replica, 'catching-up');
    replica.entry = undefined;
    // From here on, reads wait until the floor contains everything that the primary has served.
    this.change(replica, undefined);
    const raised = this.raise().catch(() => this.leave(replica, 'catching-up'));
    const fence = Promise.all([this.#fence, raised]);
    this.#fence = fence;
    await fence;
    if (this.#fence === fence) this.#fence = undefined;
  }

  private leave(replica: Replica, problem: ReplicaProblem): void {
    replica.entry = undefined;
    this.change(replica, problem);
  }

  private change(replica: Replica, problem: ReplicaProblem | undefined): void {
    if (replica.problem === problem) return;
    replica.problem = problem;
    this.#changed.tell(this.standingOf(replica));
  }

  private standingOf({ number, problem, replayed }: Replica): ReplicaStanding {
    const lagMs = Math.round(this.#lag.of(replayed, this.nowMs()));
    return { replica: number, lagMs, ...(problem && { problem }) };
  }
}

/** Code, or else message, of a connection that is lost or was never made. */
const GONE = /^(08|57P0|E[A-Z]{4,}|EPIPE|Connection terminated|Client )/;
/** Code of a statement that a replica cancelled because it needs rows that the primary has removed. */
const CONFLICT = '40001';
const isConflict = ({ code }: StorageFailure): boolean => code === CONFLICT;

const unavailable = (message: string, code?: string): StorageFailure =>
  new StorageFailure(message, code, true);
