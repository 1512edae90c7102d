/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, which rejects with code `aborted`. */
  readonly signal?: AbortSignal;
}
