/** Limits on the records that a deployer may have for contracts that are not on the chain yet. */
export const UNDEPLOYED = {
  /** Maximum number of such records. */
  records: 10,
  /** Maximum bytes of these records, as JSON in UTF-8. */
  bytes: 128 * 1024,
  /** Time (ms) after its last save for which a record is kept while its contract is not on the chain. */
  keptMs: 30 * 24 * 60 * 60 * 1000,
} as const;

/** A record saved before its contract was known to be on the chain. */
export interface UndeployedRecord {
  readonly contractId: string;
  readonly bytes: number;
}

/** Whether the records, including the one being saved, exceed a deployer's limits before deployment. */
export const exceedsUndeployed = (records: readonly UndeployedRecord[]): boolean =>
  records.length > UNDEPLOYED.records ||
  records.reduce((sum, { bytes }) => sum + bytes, 0) > UNDEPLOYED.bytes;
