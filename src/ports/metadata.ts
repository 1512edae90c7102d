import type { MetadataEntry, MetadataRecord } from '../domain/metadata-record/metadata-record.js';
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

/** Records saved since a state. */
export interface MetadataChanges {
  /** In the order of saving; a record saved several times appears once, at its last save. */
  readonly entries: readonly MetadataEntry[];
  /** The state after the last of them; pass it to the next read. */
  readonly state: string;
}

/** Token metadata records by contract id. Ids are ASCII text, compared byte by byte. */
export interface MetadataRepository {
  find(contractId: string): Promise<MetadataRecord | undefined>;
  /**
   * Inserts or replaces the record. A save that depends on the stored record must read it in the same unit of work,
   * after `lock(metadataLock(contractId))`. To save several, take all locks first, ordered by contract id.
   */
  save(contractId: string, record: MetadataRecord): Promise<void>;
  /** Ordered by contract id. */
  page(query: MetadataPageQuery): Promise<readonly MetadataEntry[]>;
  /**
   * Bytes of all records of the address's contracts, as JSON in UTF-8. In a unit of work that has saved a record it is exact:
   * no other saves until this one ends.
   */
  bytesOf(deployer: Address): Promise<number>;
  /** An opaque text that changes with each committed save by any process. */
  state(): Promise<string>;
  /** Records saved since the state, or all when undefined; the first `limit` of them, without gaps. */
  changesSince(state: string | undefined, limit: number): Promise<MetadataChanges>;
}

/** The name to lock while a record is read, changed and saved. */
export const metadataLock = (contractId: string): string => `metadata:${contractId}`;

/** Notifies an outside service of saved metadata records. */
export interface MetadataNotifier {
  /** Sends one notification. Rejects when it was not delivered. */
  notify(contractId: ContractId): Promise<void>;
  /** Called with the error when `notify` rejected, which no caller sees otherwise. Returns at once and never throws. */
  notifyFailed(contractId: ContractId, error: unknown): void;
}
