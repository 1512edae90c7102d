/** Work that traces show, by what it does. */
export type WorkName =
  | 'place-order'
  | 'place-orders'
  | 'quote'
  | 'quote-many'
  | 'cancel-order'
  | 'amend-order'
  | 'execute-order'
  | 'attempt-order'
  | 'settle'
  | 'record-prices'
  | 'deliver-webhook'
  /** A unit of work in the storage. */
  | 'transaction'
  /** An attempt at a request to the node. */
  | 'node-request';

/** One piece of work. */
export interface Work {
  readonly name: WorkName;
  /** Facts without secrets, by name: an order by its handle, never by its uuid. */
  readonly facts?: Readonly<Record<string, string | number>>;
}

/** Follows work, for traces and durations. */
export interface Tracer {
  /** The work that it follows; all if absent. Any other costs nothing. */
  readonly follows?: ReadonlySet<WorkName>;
  /**
   * Runs the work, and notes its duration and its outcome: work that a `Result` refuses, or that throws, is noted as such. What
   * the work causes belongs to it. Resolves and rejects as the work does, and adds no failure of its own.
   */
  follow<T>(work: Work, run: () => Promise<T>): Promise<T>;
}
