import type { CallersReads } from './callers-reads.js';

/** Replicas of a storage. */
export interface StorageReplicas {
  /** The port of the same name. */
  readonly callersReads: CallersReads;
  readonly positions: CallersPositions;
  /**
   * Reads the state of the primary and of the replicas. Call it every second: a replica serves reads once it has been found to work,
   * and until it is found to lag or not to. Never rejects.
   */
  check(): Promise<void>;
  standing(): readonly ReplicaStanding[];
  /** Number of reads for callers that each kind of server has served. */
  served(): Readonly<Record<'replica' | 'primary', number>>;
  /** Calls the listener with each replica that begins or ceases to serve reads. Returns a function that unsubscribes it. */
  onChange(listener: (standing: ReplicaStanding) => void): () => void;
}

/** Positions of callers in the database's history. A replica never shows a caller a state before the caller's position. */
export interface CallersPositions {
  /** Runs the work of a caller that has seen the position. A text that is no position counts as none. */
  during<T>(seen: string | undefined, work: () => T): T;
  /** The position that the caller of the running work has seen by now; undefined if it is not known. */
  seen(): string | undefined;
  /** A position behind everything committed so far; undefined if the primary does not return it in time. */
  newest(): Promise<string | undefined>;
  /**
   * Notes that any caller may be shown what was just read from the primary, so that no read of this process shows an older state.
   * Resolves to a position behind it, which keeps other processes from that; undefined if the primary does not return it in time.
   */
  shown(): Promise<string | undefined>;
}

/** State of one replica. */
export interface ReplicaStanding {
  /** Number of the replica among the configured ones, from 1. */
  readonly replica: number;
  /** Absent while it serves reads. */
  readonly problem?: ReplicaProblem;
  /** Milliseconds since the first thing that it lacks was on the primary; 0 if it lacks nothing. */
  readonly lagMs: number;
}

/**
 * Reason why a replica serves no reads: it does not respond; it is no standby, for example because it was promoted; it belongs to
 * another cluster, or follows a history that a failover has ended; it has not replayed what the primary had when it was found; or
 * it has lagged for too long.
 */
export type ReplicaProblem = 'unreachable' | 'not-a-standby' | 'foreign' | 'catching-up' | 'lagging';
