import type { SendingLimits } from '../domain/order/brakes.js';

/** Settings of the core. */
export interface CoreSettings {
  /** How far a swap's amounts may move between its quote and its block, as a fraction from 0 to 0.5. */
  readonly slippage: number;
  /** The largest slippage that an order may name for itself, as a fraction from 0 to 0.5. */
  readonly maxSlippage: number;
  /** How old (ms) reserves may be for a quote. Execution always re-reads them. */
  readonly reservesMaxAgeMs: number;
  /** How old (ms) the holdings of sublinks may be in the vault listing. No route depends on them. */
  readonly holdingsMaxAgeMs: number;
  /** How long (ms) a swap may wait for a block before it is sent again with a higher fee. */
  readonly stuckAfterMs: number;
  /** How long (ms) a rejected swap may block later nonces before a no-op transaction takes its nonce. */
  readonly gapAfterMs: number;
  /** Blocks on top of a swap's block after which it is final. */
  readonly finalBlocks: number;
  /** Blocks after another transaction's use of its nonce before a swap may be taken for dropped. */
  readonly deathBlocks: number;
  /** The share of the registered tokens, 0 to 1, below which a run that prices fewer is reported as degraded. */
  readonly minPricedShare: number;
  /** Whether the signature of a metadata save must cover the body's hash. */
  readonly requireBodyHash: boolean;
  /** What the operator allows at most; no limits when empty. */
  readonly limits: SendingLimits;
  /** Whether swaps are only planned: everything up to signing is done, and nothing is stored or sent. */
  readonly dryRun: boolean;
}

/**
 * 1% slippage, 5% for orders that name their own, reserves up to 5 s old, holdings of sublinks up to 5 min, stuck after 10 min, nonce gaps filled after 15 s,
 * final after 20 blocks, dropped after 6, degraded below half of the prices, body hash optional, no limits, no dry run.
 */
export const DEFAULT_SETTINGS: CoreSettings = {
  slippage: 0.01,
  maxSlippage: 0.05,
  reservesMaxAgeMs: 5_000,
  holdingsMaxAgeMs: 5 * 60 * 1000,
  stuckAfterMs: 10 * 60 * 1000,
  gapAfterMs: 15_000,
  finalBlocks: 20,
  deathBlocks: 6,
  minPricedShare: 0.5,
  requireBodyHash: false,
  limits: {},
  dryRun: false,
};
