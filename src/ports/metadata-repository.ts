import type { MetadataEntry, MetadataRecord } from '../domain/metadata-record/metadata-record.js';

export interface MetadataPageQuery {
  /** Only records whose contract id starts with it. */
  readonly principal?: string | undefined;
  /** Only records after this contract id. */
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface MetadataChanges {
  /** In the order of saving; a record that was saved several times stands at its last. */
  readonly entries: readonly MetadataEntry[];
  /** The state as of the last of them: from here the next reading goes on. */
  readonly state: string;
}

/** Token metadata records by contract id. Ids are ASCII text, compared byte by byte. */
export interface MetadataRepository {
  find(contractId: string): Promise<MetadataRecord | undefined>;
  /**
   * Stores the record in the place of the one before. Whoever saves what he made of the stored record does so in the
   * unit of work that read it, after `lock(metadataLock(contractId))`; who saves several locks all of them first, in
   * order of their ids.
   */
  save(contractId: string, record: MetadataRecord): Promise<void>;
  /** Ordered by contract id. */
  page(query: MetadataPageQuery): Promise<readonly MetadataEntry[]>;
  /** A text that differs after each committed save, by whichever process. */
  state(): Promise<string>;
  /** What was saved since the state; since ever when it is undefined. At most `limit` records, none left out in between. */
  changesSince(state: string | undefined, limit: number): Promise<MetadataChanges>;
}

/** The name to lock while a record is read, changed and saved. */
export const metadataLock = (contractId: string): string => `metadata:${contractId}`;
