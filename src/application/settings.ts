/** What an operator may choose about the core. */
export interface CoreSettings {
  /** Fraction, 0 to 0.5: how far a swap's amounts may move between its quote and its block. */
  readonly slippage: number;
  /** Milliseconds for which a quote may use reserves that were read before. Execution always reads anew. */
  readonly reservesMaxAgeMs: number;
}

export const DEFAULT_SETTINGS: CoreSettings = { slippage: 0.01, reservesMaxAgeMs: 5_000 };
