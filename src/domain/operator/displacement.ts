/**
 * Reason why a database may lack what was stored last. `restored`: it is a copy of an earlier time, such as a backup.
 * `went-back`: a standby has taken over, or processes have seen what is no longer there.
 */
export type DisplacementKind = 'restored' | 'went-back';

/** A database that is not the one that was written last. */
export interface Displacement {
  readonly kind: DisplacementKind;
  /** Time at which the newest order event that it holds was stored; absent without any. */
  readonly newest?: Date;
  /** Time at which the original was last seen in use: what happened after may be missing. Absent if no time is known. */
  readonly asOf?: Date;
}
