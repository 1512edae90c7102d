/**
 * Reason why a database may lack the latest data. `restored`: it is an earlier copy, such as a backup. `went-back`: a standby has
 * taken over, or processes have seen data that is gone.
 */
export type DisplacementKind = 'restored' | 'went-back';

/** A database that is not the one last written. */
export interface Displacement {
  readonly kind: DisplacementKind;
  /** Time at which its newest order event was stored; absent if it has none. */
  readonly newest?: Date;
  /** Time at which the original was last seen in use: later data may be missing. Absent if unknown. */
  readonly asOf?: Date;
}
