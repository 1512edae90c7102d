import type { MetadataEntry, MetadataRecord } from '../domain/metadata-record/metadata-record.js';
import type { UndeployedRecord } from '../domain/metadata-record/undeployed.js';
import type { Address } from '../domain/shared/address.js';
import type { ContractId } from '../domain/shared/contract-id.js';

/** Selects one page of records. */
export interface MetadataPageQuery {
  /** Only records whose contract id starts with this. */
  readonly principal?: string | undefined;
  /** Only records after this contract id. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Record of a contract after its last save, or the fact that it has been dropped. */
export interface MetadataChange {
  readonly contractId: string;
  /** Undefined if it was dropped. */
  readonly record: MetadataRecord | undefined;
}

/** Records saved or dropped since a state. */
export interface MetadataChanges {
  /** In the order of saving; a record saved several times appears once, at its last save. */
  readonly entries: readonly MetadataChange[];
  /** The state after the last of them; pass it to the next read. */
  readonly state: string;
}

/** Token metadata records by contract id. Ids are ASCII text, compared byte by byte. */
export interface MetadataRepository {
  find(contractId: string): Promise<MetadataRecord | undefined>;
  /**
   * Inserts or replaces the record. A save that depends on the stored record must read it in the same unit of work, after
   * `lock(metadataLock(contractId))`. To save several, take all locks first, ordered by contract id. With `expiresAt`, it is the
   * record of an undeployed contract; without, it is kept for good.
   */
  save(contractId: string, record: MetadataRecord, expiresAt?: Date): Promise<void>;
  /** Ordered by contract id. */
  page(query: MetadataPageQuery): Promise<readonly MetadataEntry[]>;
  /**
   * Bytes of all records of the address's contracts, as JSON in UTF-8. The number is exact in a unit of work that has saved a
   * record: no other unit of work saves until it ends.
   */
  bytesOf(deployer: Address): Promise<number>;
  /** The address's first `limit` records that expire, ordered by contract id. As exact as `bytesOf`. */
  undeployedOf(deployer: Address, limit: number): Promise<readonly UndeployedRecord[]>;
  /** Contract ids of records that expired before the time, earliest first. */
  expiredBefore(time: Date, limit: number): Promise<readonly string[]>;
  /** Keeps the record for good if it would expire. */
  keep(contractId: string): Promise<void>;
  /** Drops the record if it still expires before the time. The drop is a change, like a save. */
  dropExpired(contractId: string, time: Date): Promise<void>;
  /**
   * Forgets the drops of records that expired before the time: a reader that last read the changes before that will not see these
   * drops.
   */
  forgetDropped(time: Date): Promise<void>;
  /** An opaque text that changes with each committed save by any process. */
  state(): Promise<string>;
  /** The first `limit` records saved or dropped since the state, or all if undefined, without gaps. */
  changesSince(state: string | undefined, limit: number): Promise<MetadataChanges>;
}

/** The name to lock while a record is read, changed and saved. */
export const metadataLock = (contractId: string): string => `metadata:${contractId}`;

/** Notifies an outside service of saved metadata records. */
export interface MetadataNotifier {
  /** Sends one notification. Rejects if it was not delivered. */
  notify(contractId: ContractId): Promise<void>;
  /** Called with the error if `notify` rejected, which no caller would see otherwise. Returns at once and never throws. */
  notifyFailed(contractId: ContractId, error: unknown): void;
}
