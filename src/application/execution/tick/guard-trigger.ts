import {
  blocksConfirmed,
  ENOUGH_RUNS,
  isWaived,
  prolonged,
  runsConfirmed,
  type Confirmation,
} from '../../../domain/order/conditions/guards.js';
import { settledAt } from '../../../domain/order/conditions/conditions.js';
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
import type { Marks } from './marks.js';
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

/** Approximate time between two Stacks blocks, in milliseconds. */
const BLOCK_MS = 5_000;
/** Milliseconds for which a pair is still watched after its order is due for another check. */
const GRACE_MS = 60_000;

interface Needs extends Pick<Ports, 'clock'> {
  readonly store: Ports['prices'];
  readonly prices: Pick<PriceListCache, 'current'>;
  readonly watch: BlockWatch;
  readonly market: Pick<MarketReader, 'read'>;
  readonly marks: Pick<Marks, 'of'>;
}

/** Settings of the guards of triggers: what they must see in a market before an order is sent. */
export type GuardSettings = Pick<CoreSettings, 'minLiquidityUsd' | 'confirmBlocks' | 'reservesMaxAgeMs'>;

export const makeGuardTrigger = (
  { clock, store, prices, watch, market, marks }: Needs,
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

  /**
   * Holds an order whose trigger is met only by the pools that it would trade through, until they have met it for five times as
   * long as is otherwise required.
   */
  const byOwnPools = async (
    terms: OrderTerms,
    trigger: PriceCondition,
    confirm: Confirmation,
    { at: run, btcUsd }: Pick<PriceRun, 'at' | 'btcUsd'>,
  ): Promise<HeldByGuard | undefined> => {
    // The reserves may be as old as sending allows, so that both share one read.
    const read = await market.read(settings.reservesMaxAgeMs);
    const minLiquidityUsd = terms.minLiquidityUsd ?? settings.minLiquidityUsd;
    const only = read.ok && metByOwnPoolsOnly(terms, trigger, read.value, { minLiquidityUsd, btcUsd });
    if (only === undefined) return undefined;
    const longer = await untilConfirmed(trigger, prolonged(confirm), run);
    if (longer === undefined) return undefined;
    // The market could not be read. The next read may show whether other pools meet the trigger.
    if (only === false) return { ...longer, at: inMs(BLOCK_MS) };
    // Other pools may come to meet the trigger at any block.
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
    // A swap of the order is stored already, and settlement decides about it.
    if (order.sending !== undefined) return undefined;
    const list = prices.current();
    const { minLiquidityUsd } = settings;
    // Evaluates the order itself, because the queue is derived from the orders and may have been changed separately.
    const mark = (await marks.of([order]))(order);
    const circumstances = { now: clock.now(), priceOf: priceOfList(list), minLiquidityUsd, mark };
    const evaluation = evaluateOrder(order, circumstances);
    if (evaluation !== undefined && evaluation.state !== 'ready') return heldBy(evaluation, list?.run?.at);
    const { confirm = { blocks: settings.confirmBlocks } } = order.terms;
    const trigger = order.terms.trigger && settledAt(order.terms.trigger, mark);
    if (trigger?.kind !== 'price' || list?.run === undefined || isWaived(confirm)) return undefined;
    const held = await untilConfirmed(trigger, confirm, list.run.at);
    const own = await byOwnPools(order.terms, trigger, confirm, list.run);
    if (held === undefined) return own;
    // Shows the owner the longer time from the start, but checks again after the shorter one: other pools may meet the trigger by then.
    return own?.kind === 'own-pool' ? { ...own, at: held.at } : held;
  };
};
