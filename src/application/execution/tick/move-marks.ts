import { usableRatio } from '../../../domain/order/conditions/guards.js';
import {
  gridPointOf,
  groupName,
  heldLevel,
  markRuns,
  reachedTrails,
  type TrailGroup,
} from '../../../domain/order/conditions/marks.js';
import type { BaseAsset, PriceOf } from '../../../domain/order/conditions/price-ratio.js';
import { MAX_AGE_MS } from '../../../domain/order/lifecycle/strategy.js';
import type { ContractId } from '../../../domain/shared/contract-id.js';
import type { NewMark, Ports } from '../../../ports/index.js';
import type { PriceListCache } from '../../prices/price-list-cache.js';
import type { CoreSettings } from '../../settings.js';
import type { Marks } from './marks.js';
import { makeRecordedRatios } from './recorded-ratios.js';
import { priceOfList } from './trigger-prices.js';

/**
 * Moves the marks of trailing orders by the newest run, and lets the queue claim the orders whose stop it reaches: once for each run and
 * group. Later calls look at the groups every five seconds, for those of new orders. Repeating it, in any process, changes nothing.
 */
export type MoveMarks = () => Promise<void>;

interface Needs extends Pick<Ports, 'clock' | 'watermarks'> {
  readonly store: Ports['prices'];
  readonly prices: Pick<PriceListCache, 'current'>;
  readonly marks: Pick<Marks, 'refresh'>;
}

type Settings = Pick<CoreSettings, 'minLiquidityUsd' | 'confirmBlocks'>;

/** Time in milliseconds between two looks at the groups of one run: prices come every five minutes. */
const LOOKED_EVERY_MS = 5_000;

/** The last run by which marks were moved, with its prices, and the groups that were there. */
interface Moved {
  readonly run: Date;
  readonly priceOf: PriceOf;
  readonly names: ReadonlySet<string>;
  /** Time of the last look at the groups, Unix milliseconds. */
  readonly at: number;
}

/** Runs for which marks are kept: the longest that an order is open, and a day of its swap. */
const KEPT_RUNS = gridPointOf(new Date(MAX_AGE_MS)) + 288;

export function makeMoveMarks(
  { clock, watermarks, store, prices, marks }: Needs,
  { minLiquidityUsd, confirmBlocks }: Settings,
): MoveMarks {
  const recorded = makeRecordedRatios(store);
  const ofServer = markRuns({ blocks: confirmBlocks });
  let moved: Moved | undefined;

  /** The mark that a run sets; none unless its price is one that may trigger, and was held by the runs before. */
  const markAt = async (run: Date, group: TrailGroup): Promise<readonly NewMark[]> => {
    const { runs = ofServer } = group;
    const level = heldLevel(group.direction, await recorded.ratios({ ...pairOf(group), run, runs }));
    return level === undefined ? [] : [{ group, mark: { level, at: gridPointOf(run) } }];
  };

  const raise = async (run: Date, priceOf: PriceOf, groups: readonly TrailGroup[]): Promise<void> => {
    const usable = groups.filter(
      (group) => usableRatio(pairOf(group), priceOf, minLiquidityUsd) !== undefined,
    );
    const raised = await Promise.all(usable.map((group) => markAt(run, group)));
    await watermarks.raise(raised.flat(), gridPointOf(run) - KEPT_RUNS);
  };

  return async () => {
    const list = prices.current();
    const run = list?.run?.at;
    if (run === undefined) return;
    const [before, now, priceOf] = [moved, clock.now().getTime(), priceOfList(list)];
    const isNewRun = before?.run.getTime() !== run.getTime();
    if (!isNewRun && Math.abs(now - before.at) < LOOKED_EVERY_MS) return;
    const groups = await watermarks.groups();
    const names = new Set(groups.map(groupName));
    const added = groups.filter((group) => before?.names.has(groupName(group)) !== true);
    const unmoved = isNewRun ? groups : added;
    if (unmoved.length === 0) {
      moved = { run, priceOf, names, at: now };
      return;
    }
    // Their orders may have been placed before the newest run.
    if (isNewRun && before !== undefined && added.length > 0) await raise(before.run, before.priceOf, added);
    await raise(run, priceOf, unmoved);
    const all = await marks.refresh();
    // A process that has seen a later run decides by it.
    if (all.some((group) => group.marks.some(({ at }) => at > gridPointOf(run)))) return;
    await watermarks.trigger(
      all.flatMap(({ group, marks: known }) => {
        const ratio = usableRatio(pairOf(group), priceOf, minLiquidityUsd);
        return ratio === undefined ? [] : reachedTrails(group, known, ratio);
      }),
    );
    moved = { run, priceOf, names, at: now };
  };
}

/** The pair of a group; groups of trailing orders name tokens. */
const pairOf = ({ conditionToken, baseAsset }: TrailGroup) => ({
  conditionToken: conditionToken as ContractId,
  baseAsset: baseAsset as BaseAsset,
});
