import type { ContractId } from '../../shared/contract-id.js';
import { ABORT_CAUSES, type AbortCause, type OutcomeFigures } from './outcome.js';

/** Median and 95th percentile, each one of the values: the smallest one that so many of them do not exceed. */
export interface Spread {
  readonly median: number;
  readonly p95: number;
}

/** Spread of a figure with the number of swaps that have it. */
export interface Measured extends Spread {
  readonly of: number;
}

/** Execution of the swaps of one pair, in one direction. */
export interface PairQuality {
  readonly tokenIn: ContractId;
  readonly tokenOut: ContractId;
  readonly fills: number;
  /** Swaps that the chain aborted. */
  readonly aborts: number;
  /** Number of aborts by cause. Causes without an abort are absent. */
  readonly abortCauses: Readonly<Partial<Record<AbortCause, number>>>;
  /** fills ÷ (fills + aborts), 0 to 1. */
  readonly filledShare: number;
  /** Part of the best possible output that swaps did not pay, basis points. Absent if it is known of none. */
  readonly shortfallBps?: Measured & {
    /** Swaps whose best possible output is that just before the swap, to the unit. */
    readonly exact: number;
  };
  /** Part of their quotes by which swaps paid more, basis points. */
  readonly surplusBps?: Measured;
  /** Part of their minima by which swaps paid more, basis points. */
  readonly overMinimumBps?: Measured;
  /** Seconds from the time from which the order could be sent to its broadcast. */
  readonly secondsToBroadcast?: Measured;
  /** Seconds from the broadcast to the block. */
  readonly secondsToBlock?: Measured;
}

/**
 * Summarises outcomes by pair, those with the most swaps first, ties by token.
 *
 * @example
 * const [busiest] = qualityByPair(outcomes.map(figuresOf));
 */
export function qualityByPair(figures: readonly OutcomeFigures[]): readonly PairQuality[] {
  const pairs = new Map<string, OutcomeFigures[]>();
  for (const each of figures) {
    const key = `${each.tokenIn} ${each.tokenOut}`;
    const group = pairs.get(key);
    if (group === undefined) pairs.set(key, [each]);
    else group.push(each);
  }
  return [...pairs]
    .sort(([keyA, a], [keyB, b]) => b.length - a.length || (keyA < keyB ? -1 : 1))
    .map(([, group]) => qualityOf(group));
}

function qualityOf(group: readonly OutcomeFigures[]): PairQuality {
  const { tokenIn, tokenOut } = group[0]!;
  const filled = group.filter(({ abort }) => abort === undefined);
  const shortfall = measured(filled.map(({ shortfallBps }) => shortfallBps));
  const exact = filled.filter(({ isExact }) => isExact).length;
  const optional = {
    shortfallBps: shortfall && { ...shortfall, exact },
    surplusBps: measured(filled.map(({ surplusBps }) => surplusBps)),
    overMinimumBps: measured(filled.map(({ overMinimumBps }) => overMinimumBps)),
    secondsToBroadcast: measured(group.map(({ toBroadcastMs }) => seconds(toBroadcastMs))),
    secondsToBlock: measured(group.map(({ toBlockMs }) => seconds(toBlockMs))),
  };
  return {
    tokenIn,
    tokenOut,
    fills: filled.length,
    aborts: group.length - filled.length,
    abortCauses: causesOf(group),
    filledShare: filled.length / group.length,
    ...(Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)) as Pick<
      PairQuality,
      keyof typeof optional
    >),
  };
}

const seconds = (ms: number | undefined) => (ms === undefined ? undefined : ms / 1000);

function causesOf(group: readonly OutcomeFigures[]): PairQuality['abortCauses'] {
  const counts = ABORT_CAUSES.map(
    (cause) => [cause, group.filter(({ abort }) => abort === cause).length] as const,
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

function measured(values: readonly (number | undefined)[]): Measured | undefined {
  const sorted = values.filter((value) => value !== undefined).sort((a, b) => a - b);
  if (sorted.length === 0) return undefined;
  const at = (percent: number) => sorted[Math.ceil((sorted.length * percent) / 100) - 1]!;
  return { of: sorted.length, median: at(50), p95: at(95) };
}
