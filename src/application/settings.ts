import type { SendingLimits } from '../domain/order/evaluation/brakes.js';
import type { OrderQuotas } from '../domain/order/limits/quotas.js';

/** Settings of the core. */
export interface CoreSettings {
  /** Fraction from 0 to 0.5 by which a swap's amounts may move between its quote and its block. */
  readonly slippage: number;
  /** The largest slippage that an order may name for itself, as a fraction from 0 to 0.5. */
  readonly maxSlippage: number;
  /** Dollars in pools of a trigger's tokens below which it triggers nothing, unless its order names another amount. */
  readonly minLiquidityUsd: number;
  /** Blocks after a price run on whose reserves a trigger must still be met, unless its order says otherwise, 0 to 100. */
  readonly confirmBlocks: number;
  /** Greatest age (ms) of reserves for a quote. Execution always re-reads them. */
  readonly reservesMaxAgeMs: number;
  /** Greatest age (ms) of the holdings of sublinks in the vault listing. No route depends on them. */
  readonly holdingsMaxAgeMs: number;
  /**
   * Greatest difference (ms) between the clock and the time of the chain's newest block. Beyond it no order is ended for its
   * age or sent by itself, and no price is recorded. Undefined: the clock is not checked.
   */
  readonly maxClockDriftMs: number | undefined;
  /** Time (ms) that a swap may wait for a block before it is sent again with a higher fee. */
  readonly stuckAfterMs: number;
  /** Time (ms) for which a rejected swap may block later nonces before a no-op transaction takes its nonce. */
  readonly gapAfterMs: number;
  /** Blocks on top of a swap's block after which it is final. */
  readonly finalBlocks: number;
  /** Blocks after another transaction's use of its nonce before a swap may be taken for dropped. */
  readonly deathBlocks: number;
  /** Number of swaps that one owner may have under way, 1 or more: the rest of the operator's 25 nonces is left to others. */
  readonly ownerInFlight: number;
  /** Number of swaps of one owner that may fail at the operator's cost within an hour, 1 or more. */
  readonly ownerFailures: number;
  /** Number of orders ended unpaid that a process compares with the chain a minute, 1 or more; each costs a read. */
  readonly endedChecks: number;
  /** The share of the registered tokens, 0 to 1, below which a run that prices fewer is reported as degraded. */
  readonly minPricedShare: number;
  /** Whether the signature of a metadata save must cover the body's hash. */
  readonly requireBodyHash: boolean;
  /**
   * The server's origins as callers know them, such as https://swap.example.org: a wallet's message that names an
   * `audience` must name one of them. A function, because a listener's port may be known only once it listens.
   */
  readonly origins: () => readonly string[];
  /** Whether wallets' messages must name `audience` and `network`. */
  readonly requireAudience: boolean;
  /**
   * Whether new orders are taken for routers that pay anyone. Such a swap can be copied from the mempool with another
   * payee. Stored orders are sent either way.
   */
  readonly allowOpenPayout: boolean;
  /** Whether orders must carry their owner's signature over all their terms, when they are placed and when they are sent. */
  readonly requireSignedTerms: boolean;
  /** Quotas on the storage that orders take; none if empty. Imports are not limited. */
  readonly quotas: OrderQuotas;
  /** Bytes that the metadata records of one deployer may take, 1 or more; undefined for no limit. Imports are not limited. */
  readonly deployerBytes: number | undefined;
  /** Number of active API keys that a wallet may have, 1 or more; undefined for no limit. */
  readonly apiKeysPerWallet: number | undefined;
  /** Number of webhooks that a wallet may have, 1 or more; undefined for no limit. */
  readonly webhooksPerWallet: number | undefined;
  /** Hosts, in lower case, to which webhooks may lead whatever they resolve to, with http and any port. */
  readonly webhookHosts: readonly string[];
  /** Addresses of the wallets that may sign in as the operator's; none, so that no wallet may, when empty. */
  readonly operatorWallets: readonly string[];
  /** Limits on what the operator allows; none if empty. */
  readonly limits: SendingLimits;
  /** Whether swaps are only planned: everything up to signing is done, and nothing is stored or sent. */
  readonly dryRun: boolean;
}

/**
 * 1% slippage, 5% for orders that name their own, triggers with $1,000 in pools that are met two blocks later, reserves up to 5 s old, holdings of sublinks up to 5 min, stuck after 10 min, nonce gaps filled after 15 s,
 * final after 20 blocks, dropped after 6, 10 swaps under way and 5 failures an hour per owner, 4 ended orders
 * compared a minute, degraded below half of the
 * prices, body hash, audience and signed terms optional, no origins, no orders for routers that pay anyone,
 * no quotas, no operator's wallet, no limits, no dry run, the clock unchecked.
 */
export const DEFAULT_SETTINGS: CoreSettings = {
  slippage: 0.01,
  maxSlippage: 0.05,
  minLiquidityUsd: 1_000,
  confirmBlocks: 2,
  reservesMaxAgeMs: 5_000,
  maxClockDriftMs: undefined,
  holdingsMaxAgeMs: 5 * 60 * 1000,
  stuckAfterMs: 10 * 60 * 1000,
  gapAfterMs: 15_000,
  finalBlocks: 20,
  deathBlocks: 6,
  ownerInFlight: 10,
  ownerFailures: 5,
  endedChecks: 4,
  minPricedShare: 0.5,
  requireBodyHash: false,
  origins: () => [],
  requireAudience: false,
  allowOpenPayout: false,
  requireSignedTerms: false,
  quotas: {},
  deployerBytes: undefined,
  apiKeysPerWallet: undefined,
  webhooksPerWallet: undefined,
  webhookHosts: [],
  operatorWallets: [],
  limits: {},
  dryRun: false,
};
