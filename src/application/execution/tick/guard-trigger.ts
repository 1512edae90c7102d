import {
  averageOf,
  blocksConfirmed,
  lowLiquidity,
  runsConfirmed,
} from '../../../domain/order/conditions/guards.js';
import { decimalText, ratioOf, type PriceRatio } from '../../../domain/order/conditions/price-ratio.js';
import { isReached, type PriceCondition } from '../../../domain/order/conditions/price.js';
import type { OrderTerms } from '../../../domain/order/order.js';
import type { Figures } from '../../../domain/order/retry-policy.js';
import { GRID_SECONDS } from '../../../domain/price-series/price.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import type { Ports } from '../../../ports/index.js';
import type { PriceListCache } from '../../prices/price-list-cache.js';
import type { CoreSettings } from '../../settings.js';
import { priceOfList } from './trigger-prices.js';
import type { BlockWatch } from './watch-blocks.js';

/** A guard that holds an order back whose price is reached. */
export interface HeldByGuard {
  readonly kind: 'low-liquidity' | 'waiting-confirmation';
  readonly figures: Figures;
  /** When to look again. */
  readonly at: Date;
}

/** Checks the guards of an order whose price is reached; undefined when none holds it. */
export type GuardTrigger = (terms: OrderTerms) => Promise<HeldByGuard | undefined>;

/** About the time between two Stacks blocks. */
const BLOCK_MS = 5_000;
/** How long a pair is watched after the time at which its order is looked at again. */
const GRACE_MS = 60_000;
/** The share of an average's runs that must have been recorded. */
const ENOUGH_RUNS = 0.9;

interface Needs extends Pick<Ports, 'clock'> {
  readonly store: Ports['prices'];
  readonly prices: Pick<PriceListCache, 'current'>;
  readonly watch: BlockWatch;
}

export const makeGuardTrigger = (
  { clock, store, prices, watch }: Needs,
  settings: Pick<CoreSettings, 'minLiquidityUsd' | 'confirmBlocks'>,
): GuardTrigger => {
  const inMs = (ms: number) => new Date(clock.now().getTime() + ms);
  const atRun = (run: Date, later: number): Date => {
    const at = new Date(run.getTime() + later * GRID_SECONDS * 1_000);
    return at > inMs(BLOCK_MS) ? at : inMs(BLOCK_MS);
  };

  const unconfirmed = (figures: Figures, at: Date): HeldByGuard => ({
    kind: 'waiting-confirmation',
    figures,
    at,
  });

  const byBlocks = async (trigger: PriceCondition, blocks: number, run: Date) => {
    if (blocks === 0) return undefined;
    const { met, isBroken } = blocksConfirmed(trigger, await watch.sightingsOf(trigger));
    if (met >= blocks) return undefined;
    const at = isBroken ? atRun(run, 1) : inMs((blocks - met) * BLOCK_MS);
    if (!isBroken) watch.keep(trigger, new Date(at.getTime() + GRACE_MS));
    return unconfirmed({ confirmed: met, confirm: blocks, unit: 'blocks' }, at);
  };

  const byRuns = async (trigger: PriceCondition, runs: number, run: Date) => {
    const met = runsConfirmed(trigger, await recordedRatios(store, trigger, run, runs));
    if (met >= runs) return undefined;
    return unconfirmed({ confirmed: met, confirm: runs, unit: 'runs' }, atRun(run, 1));
  };

  const byAverage = async (trigger: PriceCondition, minutes: number, run: Date) => {
    const runs = Math.floor((minutes * 60) / GRID_SECONDS);
    const ratios = (await recordedRatios(store, trigger, run, runs)).filter((ratio) => ratio !== undefined);
    const average = ratios.length === 0 ? undefined : averageOf(ratios);
    const isEnough = ratios.length >= runs * ENOUGH_RUNS;
    if (isEnough && average !== undefined && isReached(trigger, average)) return undefined;
    const confirmed = ratios.length * (GRID_SECONDS / 60);
    const figures = { confirmed, confirm: minutes, unit: 'minutes' } as const;
    const text = average && { average: decimalText(average.floor) };
    return unconfirmed({ ...figures, ...text }, atRun(run, 1));
  };

  return async ({ trigger, minLiquidityUsd, confirm }) => {
    const list = prices.current();
    if (trigger?.kind !== 'price' || list?.run === undefined) return undefined;
    const { at: run } = list.run;
    const low = lowLiquidity(trigger, minLiquidityUsd ?? settings.minLiquidityUsd, priceOfList(list));
    if (low !== undefined) {
      const { reason: kind, liquidityUsd, minLiquidityUsd: wanted } = low;
      return { kind, figures: { liquidityUsd, minLiquidityUsd: wanted }, at: atRun(run, 1) };
    }
    if (confirm?.runs !== undefined) return byRuns(trigger, confirm.runs, run);
    if (confirm?.minutes !== undefined) return byAverage(trigger, confirm.minutes, run);
    return byBlocks(trigger, confirm?.blocks ?? settings.confirmBlocks, run);
  };
};

/** The pair's ratios in the newest `runs` grid points, newest first; undefined where one of the prices is missing. */
async function recordedRatios(
  store: Ports['prices'],
  { conditionToken, baseAsset }: PriceCondition,
  run: Date,
  runs: number,
): Promise<readonly (PriceRatio | undefined)[]> {
  const newest = run.getTime() / 1_000;
  const from = newest - (runs - 1) * GRID_SECONDS;
  const tokens: readonly ContractId[] = baseAsset === 'USD' ? [conditionToken] : [conditionToken, baseAsset];
  const found = await Promise.all(
    tokens.map(async (token) => {
      const points = await store.points(token, from, newest + GRID_SECONDS);
      return [token, new Map(points.map(({ time, usd }) => [time, usd]))] as const;
    }),
  );
  const byToken = new Map(found);
  return Array.from({ length: runs }, (_, n) => {
    const ratio = ratioOf(conditionToken, baseAsset, (token) => {
      const usd = byToken.get(token)?.get(newest - n * GRID_SECONDS);
      return usd === undefined ? undefined : { usd, stale: false, thin: false, liquidityUsd: 0 };
    });
    return ratio.ok ? ratio.value : undefined;
  });
}
