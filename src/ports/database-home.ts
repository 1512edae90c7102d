import type { Displacement, DisplacementKind } from '../domain/operator/displacement.js';

export type { Displacement, DisplacementKind };

/**
 * Whether the database is still where its processes left it. A copy does not know by its rows that it is one: the storage compares
 * them with what no copy has, such as the identity of the cluster, of the transaction that wrote them or of the file.
 */
export interface DatabaseHome {
  /** Undefined while the database is the one that was written last. One read. */
  displaced(): Promise<Displacement | undefined>;
  /** Displaces the database for every process until `settle`. Keeps the kind of one that is displaced already. */
  displace(kind: DisplacementKind): Promise<void>;
  /** Takes the database, as it is here now, for the current one. */
  settle(): Promise<void>;
  /** Notes that the database is in use. Changes nothing while it is displaced. Call it every few seconds. */
  beat(): Promise<void>;
}
