import { averageOf } from '../../../domain/order/conditions/guards.js';
import { ratioOf, type PriceRatio } from '../../../domain/order/conditions/price-ratio.js';
import type { PriceCondition } from '../../../domain/order/conditions/price.js';
import { DAY_SECONDS, dayOf, GRID_SECONDS, slotOf } from '../../../domain/price-series/price.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import type { Ports } from '../../../ports/index.js';

/** The newest `runs` grid points of a pair, the last one at `run`. */
export interface RecordedSpan extends Pick<PriceCondition, 'conditionToken' | 'baseAsset'> {
  readonly run: Date;
  readonly runs: number;
}

/** The pair's ratios, newest first. A ratio is undefined if one of its prices is missing. */
export type RecordedRatios = readonly (PriceRatio | undefined)[];

export interface RecordedAverage {
  /** Average of the ratios; undefined if there are none. */
  readonly average: PriceRatio | undefined;
  /** Number of grid points that have a ratio. */
  readonly count: number;
}

/** Maximum number of results to keep. Bounds memory: the ratios of 60 runs, the most that orders require, take about 10 kB. */
const MOST_KEPT = 1_000;

/**
 * Reads what confirmations need, once per run for all orders of a pair. Prices of earlier grid points that are stored later count
 * from the next run on.
 */
export const makeRecordedRatios = (store: Ports['prices']) => ({
  ratios: oncePerRun((span) => recordedRatios(store, span)),

  average: oncePerRun(async (span): Promise<RecordedAverage> => {
    const ratios = (await recordedRatios(store, span)).filter((ratio) => ratio !== undefined);
    return { average: ratios.length === 0 ? undefined : averageOf(ratios), count: ratios.length };
  }),
});

function oncePerRun<T extends object>(
  read: (span: RecordedSpan) => Promise<T>,
): (span: RecordedSpan) => Promise<T> {
  let newest = 0;
  const results = new Map<string, T>();
  return async (span) => {
    const run = span.run.getTime();
    if (run !== newest) results.clear();
    newest = run;
    const key = `${span.conditionToken} ${span.baseAsset} ${span.runs}`;
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = await read(span);
    if (run === newest && results.size < MOST_KEPT) results.set(key, result);
    return result;
  };
}

/** Reads the ratios of the span. */
export async function recordedRatios(
  store: Pick<Ports['prices'], 'slots'>,
  { conditionToken, baseAsset, run, runs }: RecordedSpan,
): Promise<RecordedRatios> {
  const newest = run.getTime() / 1_000;
  const from = newest - (runs - 1) * GRID_SECONDS;
  const tokens: readonly ContractId[] = baseAsset === 'USD' ? [conditionToken] : [conditionToken, baseAsset];
  const found = await Promise.all(
    tokens.map(async (token) => {
      const days = await store.slots(token, 'usd', from, newest + GRID_SECONDS);
      return [token, new Map(days.map(({ time, prices }) => [time, prices]))] as const;
    }),
  );
  const byToken = new Map(found);
  return Array.from({ length: runs }, (_, n) => {
    const time = newest - n * GRID_SECONDS;
    const ratio = ratioOf(conditionToken, baseAsset, (token) => {
      // A slot without a price holds 0.
      const usd = byToken.get(token)?.get(dayOf(time) * DAY_SECONDS)?.[slotOf(time)] ?? 0;
      return { usd, stale: false, thin: false, liquidityUsd: 0 };
    });
    return ratio.ok ? ratio.value : undefined;
  });
}
