/** Settings of a Postgres that decide what a commit waits for, as a connection of the storage has them. */
export interface CommitSettings {
  /** `synchronous_commit`: `off` waits for nothing, `local` for this machine alone. */
  readonly waitsFor: string;
  /** `synchronous_standby_names`; empty if commits wait for no standby. */
  readonly standbyNames: string;
  /** Connections that receive the write-ahead log: standbys, read replicas, and programs that archive it. */
  readonly receivers: number;
}
