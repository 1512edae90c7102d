import type { KnownTimes } from '../price-series/candle-volumes.js';
import type { ContractId } from '../shared/contract-id.js';

/** The blocks whose trades are recorded: all of the chain from the first one to the last one. */
export interface TradeCoverage {
  readonly first: { readonly height: number; readonly parentHash: string; readonly time: number };
  readonly last: { readonly height: number; readonly hash: string; readonly time: number };
  /** Latest time at which the last block was the chain's newest, Unix seconds; 0 if it never was. */
  readonly checkedAt: number;
}

/** Seconds for which volumes count as known after the last look at the chain. */
const LIVE_SECONDS = 15 * 60;

/** The times between which every trade is recorded. */
export function knownTimes(coverage: TradeCoverage | undefined, now: number): KnownTimes {
  if (coverage === undefined) return { after: Infinity, until: -Infinity };
  const until = Math.max(coverage.last.time - 1, coverage.checkedAt);
  return { after: coverage.first.time, until: now - until <= LIVE_SECONDS ? Infinity : until };
}

/** Whether every trade between the two times (Unix seconds) is recorded. `to` may lie in the future: then, every trade so far. */
export function isCovered(
  coverage: TradeCoverage | undefined,
  from: number,
  to: number,
  now: number,
): boolean {
  const { after, until } = knownTimes(coverage, now);
  return from > after && to <= until;
}

/** Sums of a vault's trades in a period, in one direction. */
export interface TradeTotals {
  readonly vault: ContractId;
  readonly tokenIn: ContractId;
  readonly tokenOut: ContractId;
  readonly trades: number;
  /** Dollars of the trades that have a worth. */
  readonly usd: number;
  /** Smallest units, as a double. */
  readonly amountIn: number;
  readonly amountOut: number;
  /** Least and greatest output per input, both in smallest units. */
  readonly lowest: number;
  readonly highest: number;
}
