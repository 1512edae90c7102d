/** Limits on what a deployer may save before the chain has his contracts. */
export const UNDEPLOYED = {
  /** Contracts with a record. */
  records: 10,
  /** Bytes of these records, as JSON in UTF-8. */
  bytes: 128 * 1024,
  /** Time (ms) for which a record is kept after its last save while the chain does not have the contract. */
  keptMs: 30 * 24 * 60 * 60 * 1000,
} as const;

/** A record that was saved before its contract was known to be on the chain. */
export interface UndeployedRecord {
  readonly contractId: string;
  readonly bytes: number;
}

/** Whether the records, the one that is being saved included, are more than a deployer may have before he deploys. */
export const exceedsUndeployed = (records: readonly UndeployedRecord[]): boolean =>
  records.length > UNDEPLOYED.records ||
  records.reduce((sum, { bytes }) => sum + bytes, 0) > UNDEPLOYED.bytes;
