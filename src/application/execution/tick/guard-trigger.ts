import {
  blocksConfirmed,
  isWaived,
  prolonged,
  runsConfirmed,
  type Confirmation,
} from '../../../domain/order/conditions/guards.js';
import { decimalText } from '../../../domain/order/conditions/price-ratio.js';
import { isReached, type PriceCondition } from '../../../domain/order/conditions/price.js';
import { evaluateOrder, type Evaluation } from '../../../domain/order/evaluation/evaluation.js';
import type { OpenOrder, OrderTerms } from '../../../domain/order/order.js';
import type { Figures } from '../../../domain/order/evaluation/retry-policy.js';
import { GRID_SECONDS, type PriceRun } from '../../../domain/price-series/price.js';
import type { Ports } from '../../../ports/index.js';
import type { MarketReader } from '../../market/market.js';
import type { PriceListCache } from '../../prices/price-list-cache.js';
import type { CoreSettings } from '../../settings.js';
import { metByOwnPoolsOnly } from './own-pools.js';
import { makeRecordedRatios } from './recorded-ratios.js';
import { priceOfList } from './trigger-prices.js';
import type { BlockWatch } from './watch-blocks.js';

/** Reason why a claimed order is not sent. `not-due`: it is outside its window, or its price is not reached. */
export interface HeldByGuard {
  readonly kind: 'not-due' | 'low-liquidity' | 'waiting-confirmation' | 'own-pool';
  readonly figures: Figures;
  /** Time to check again. */
  readonly at: Date;
}

/** Checks that a claimed order is due by its own terms and guards; undefined if it may be sent. */
export type GuardTrigger = (order: OpenOrder) => Promise<HeldByGuard | undefined>;

/** About the time between two Stacks blocks. */
const BLOCK_MS = 5_000;
/** Time for which a pair is still watched after its order is due for another check. */
const GRACE_MS = 60_000;
/** The share of an average's runs that must have been recorded. */
const ENOUGH_RUNS = 0.9;

interface Needs extends Pick<Ports, 'clock'> {
  readonly store: Ports['prices'];
  readonly prices: Pick<PriceListCache, 'current'>;
  readonly watch: BlockWatch;
  readonly market: Pick<MarketReader, 'read'>;
}

/** Settings of the guards of triggers: what they must see in a market before an order is sent. */
export type GuardSettings = Pick<CoreSettings, 'minLiquidityUsd' | 'confirmBlocks' | 'reservesMaxAgeMs'>;

export const makeGuardTrigger = (
  { clock, store, prices, watch, market }: Needs,
  settings: GuardSettings,
): GuardTrigger => {
  const recorded = makeRecordedRatios(store);
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
    const { met, isBroken } = blocksConfirmed(trigger, await watch.sightingsOf(trigger));
    if (met >= blocks) return undefined;
    const at = isBroken ? atRun(run, 1) : inMs((blocks - met) * BLOCK_MS);
    if (!isBroken) watch.keep(trigger, new Date(at.getTime() + GRACE_MS));
    return unconfirmed({ confirmed: met, confirm: blocks, unit: 'blocks' }, at);
  };

  const byRuns = async (trigger: PriceCondition, runs: number, run: Date) => {
    const met = runsConfirmed(trigger, await recorded.ratios({ ...trigger, run, runs }));
    if (met >= runs) return undefined;
    return unconfirmed({ confirmed: met, confirm: runs, unit: 'runs' }, atRun(run, 1));
  };

  const byAverage = async (trigger: PriceCondition, minutes: number, run: Date) => {
    const runs = Math.floor((minutes * 60) / GRID_SECONDS);
    const { average, count } = await recorded.average({ ...trigger, run, runs });
    const isEnough = count >= runs * ENOUGH_RUNS;
    if (isEnough && average !== undefined && isReached(trigger, average)) return undefined;
    const confirmed = count * (GRID_SECONDS / 60);
    const figures = { confirmed, confirm: minutes, unit: 'minutes' } as const;
    const text = average && { average: decimalText(average.floor) };
    return unconfirmed({ ...figures, ...text }, atRun(run, 1));
  };

  const untilConfirmed = (
    trigger: PriceCondition,
    { blocks = 0, runs, minutes }: Confirmation,
    run: Date,
  ) => {
    if (runs !== undefined) return byRuns(trigger, runs, run);
    return minutes === undefined ? byBlocks(trigger, blocks, run) : byAverage(trigger, minutes, run);
  };

  /** The pools that the order would trade through do not trigger it alone, unless they have done so for five times as long. */
  const byOwnPools = async (
    terms: OrderTerms,
    trigger: PriceCondition,
    confirm: Confirmation,
    { at: run, btcUsd }: Pick<PriceRun, 'at' | 'btcUsd'>,
  ): Promise<HeldByGuard | undefined> => {
    // As old as sending allows, so both use one read.
    const read = await market.read(settings.reservesMaxAgeMs);
    const minLiquidityUsd = terms.minLiquidityUsd ?? settings.minLiquidityUsd;
    const only = read.ok && metByOwnPoolsOnly(terms, trigger, read.value, { minLiquidityUsd, btcUsd });
    if (only === undefined) return undefined;
    const longer = await untilConfirmed(trigger, prolonged(confirm), run);
    if (longer === undefined) return undefined;
    // The next read may show it.
    if (only === false) return { ...longer, at: inMs(BLOCK_MS) };
    // The other pools may follow at any block.
    const soon = confirm.blocks === undefined ? longer.at : inMs(confirm.blocks * BLOCK_MS);
    const at = soon < longer.at ? soon : longer.at;
    return { kind: 'own-pool', figures: { ...longer.figures, ...only }, at };
  };

  const heldBy = (evaluation: Evaluation, run: Date | undefined): HeldByGuard => {
    const at = run === undefined ? inMs(GRID_SECONDS * 1_000) : atRun(run, 1);
    if (evaluation.reason === 'waiting-window')
      return { kind: 'not-due', figures: {}, at: evaluation.opensAt };
    if (evaluation.reason !== 'low-liquidity') return { kind: 'not-due', figures: {}, at };
    const { reason: kind, liquidityUsd, minLiquidityUsd } = evaluation;
    return { kind, figures: { liquidityUsd, minLiquidityUsd }, at };
  };

  return async (order) => {
    // Settlement decides about a stored swap.
    if (order.sending !== undefined) return undefined;
    const list = prices.current();
    const { minLiquidityUsd } = settings;
    // The queue is derived from the orders, and may have been changed separately.
    const circumstances = { now: clock.now(), priceOf: priceOfList(list), minLiquidityUsd };
    const evaluation = evaluateOrder(order, circumstances);
    if (evaluation !== undefined && evaluation.state !== 'ready') return heldBy(evaluation, list?.run?.at);
    const { trigger, confirm = { blocks: settings.confirmBlocks } } = order.terms;
    if (trigger?.kind !== 'price' || list?.run === undefined || isWaived(confirm)) return undefined;
    const held = await untilConfirmed(trigger, confirm, list.run.at);
    const own = await byOwnPools(order.terms, trigger, confirm, list.run);
    if (held === undefined) return own;
    // The owner sees the longer time from the start; the other pools may have followed by the next check.
    return own?.kind === 'own-pool' ? { ...own, at: held.at } : held;
  };
};
