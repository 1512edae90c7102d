import type { Displacement, DisplacementKind } from '../domain/operator/displacement.js';

export type { Displacement, DisplacementKind };

/** Line of commits that the database continues. */
export interface DatabaseHistory {
  /** Name of the line: a standby that takes over begins another one. Empty while it has not, and where there are no standbys. */
  readonly name: string;
  /** Whether a commit waits until a standby has it on disk, so that all that was readable outlives the failover to it. */
  readonly isSynchronous: boolean;
}

/**
 * Whether the database is still where its processes left it. A copy cannot tell from its rows that it is one: the storage
 * compares them with something that no copy has, such as the identity of the cluster, of the transaction that wrote them, or of
 * the file.
 */
export interface DatabaseHome {
  /** Returns the displacement; undefined while the database is the one last written. Costs one read. */
  displaced(): Promise<Displacement | undefined>;
  /** Returns the line of commits that the database continues now. Costs one read. */
  history(): Promise<DatabaseHistory>;
  /** Displaces the database for every process until `settle`. A database that is already displaced keeps its kind. */
  displace(kind: DisplacementKind): Promise<void>;
  /** Accepts the database, as it is now, as the current one. */
  settle(): Promise<void>;
  /** Notes that the database is in use. Changes nothing while it is displaced. Call it every few seconds. */
  beat(): Promise<void>;
}
