import type { Alert, AlertId, AlertState, FiredAlert } from '../domain/alert/alert.js';
import type { Watch } from '../domain/alert/watch.js';
import type { Address } from '../domain/shared/address.js';

/** A watch under which alerts wait. */
export interface WaitingWatch {
  readonly watch: Watch;
  /** Lowest level of an armed alert; absent if none is armed. */
  readonly armed?: bigint;
  /** Highest level of a clearing alert; absent if none is clearing. */
  readonly clearing?: bigint;
}

/** A watch, and the highest level that it has reached; -1 for none. */
export interface ReachedWatch {
  readonly watch: Watch;
  readonly level: bigint;
}

/** Alerts of owners. Lock `alerts:` and the owner before inserting one, and `alert-firings` before storing a firing. */
export interface AlertRepository {
  /** Throws if the id is already stored; it is random. */
  insert(alert: Alert): Promise<void>;
  /** Stores the alert if it is in this state. Returns whether it was: of processes that race, one changes it. */
  update(alert: Alert, from: AlertState): Promise<boolean>;
  delete(id: AlertId): Promise<void>;
  findById(id: AlertId): Promise<Alert | undefined>;
  /** Newest first, by createdAt and id. */
  listByOwner(owner: Address): Promise<readonly Alert[]>;
  /** The watches with alerts that are armed or clearing, in any order. */
  waiting(): Promise<readonly WaitingWatch[]>;
  /** Up to `limit` armed alerts at these levels or lower ones, in any order. */
  listReached(reached: readonly ReachedWatch[], limit: number): Promise<readonly Alert[]>;
  /** Arms the clearing alerts of these watches at higher levels. */
  arm(reached: readonly ReachedWatch[]): Promise<void>;
  /** Time of the last firing that is stored; undefined before the first. */
  lastFiredAt(): Promise<Date | undefined>;
  /** Up to `limit` alerts whose last firing is later, in the order of their firings; of this owner if one is given. */
  listFiredAfter(time: Date, limit: number, owner?: Address): Promise<readonly FiredAlert[]>;
}
