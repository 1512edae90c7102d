/** What an operator may choose about the core. */
export interface CoreSettings {
  /** Fraction, 0 to 0.5: how far a swap's amounts may move between its quote and its block. */
  readonly slippage: number;
  /** Milliseconds for which a quote may use reserves that were read before. Execution always reads anew. */
  readonly reservesMaxAgeMs: number;
  /** Milliseconds after which a swap that still waits for a block may be sent again for a higher fee. */
  readonly stuckAfterMs: number;
  /** Milliseconds for which a nonce may hold up later ones, because no node takes its swap, before it is used up otherwise. */
  readonly gapAfterMs: number;
  /** Whether the signature of a metadata save must cover the body's hash. */
  readonly requireBodyHash: boolean;
}

export const DEFAULT_SETTINGS: CoreSettings = {
  slippage: 0.01,
  reservesMaxAgeMs: 5_000,
  stuckAfterMs: 10 * 60 * 1000,
  gapAfterMs: 15_000,
  requireBodyHash: false,
};
