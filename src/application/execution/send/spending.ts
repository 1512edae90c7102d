import {
  SPENDING_WINDOW_MS,
  type Spending,
  type SpendingWindow,
} from '../../../domain/order/evaluation/brakes.js';
import { toUnits } from '../../../domain/shared/units.js';
import type { Ports, StoragePorts } from '../../../ports/index.js';
import { recentFlight } from '../../shared/single-flight.js';

type Swaps = Pick<StoragePorts['swaps'], 'spentSince'>;

/**
 * Maximum age (ms) of a sum that does not decide whether a swap is stored: it is only shown, or saves work on a swap that would
 * be refused.
 */
const RECENT_MS = 1_000;
/**
 * Maximum age (ms) of a sum on which a bound is based. The bound adds what was stored since, and still includes what has left the
 * window since.
 */
const BASE_MS = 600_000;
/**
 * Time (ms) before the base sum from which swaps are counted again, since that sum may lack them: the clocks of other processes
 * differ, and their transactions take time.
 */
const OVERLAP_MS = 300_000;

/** Spending within a window; if not exact, an upper bound. */
interface SpentWithin {
  readonly per: SpendingWindow;
  readonly spent: Spending;
  readonly isExact: boolean;
}

/** Reader of the costs and worth of swaps within rolling windows. */
export interface SpendingReads {
  /** The spending within each window for which there is a limit, or an upper bound on it, from one read. */
  atMost(now: Date): Promise<readonly SpentWithin[]>;
  exactly(per: SpendingWindow, now: Date): Promise<Spending>;
}

/**
 * Makes a reader of spending. Adding up a day takes a read of each of its swaps. If there is a recent sum, a bound is used
 * instead: that sum, plus everything stored since shortly before it.
 */
export function makeSpendingReader(
  { clock, swaps: stored }: Pick<Ports, 'clock' | 'swaps'>,
  windows: readonly SpendingWindow[],
) {
  let base: { readonly at: Date; readonly spent: Spending } | undefined;

  const baseFor = (per: SpendingWindow, now: Date) => {
    const age = base === undefined ? Infinity : now.getTime() - base.at.getTime();
    return per === 'day' && age >= 0 && age < BASE_MS ? base : undefined;
  };

  const readsOf = (swaps: Swaps): SpendingReads => ({
    async atMost(now) {
      if (windows.length === 0) return [];
      const bases = windows.map((per) => baseFor(per, now));
      const since = bases.map((known, n) =>
        known === undefined ? startOf(windows[n]!, now) : new Date(known.at.getTime() - OVERLAP_MS),
      );
      const sums = await swaps.spentSince(since);
      return windows.map((per, n) => {
        const [sum, known] = [sums[n]!, bases[n]];
        return known === undefined
          ? { per, spent: sum, isExact: true }
          : { per, spent: added(known.spent, sum), isExact: false };
      });
    },

    async exactly(per, now) {
      const [sum] = await swaps.spentSince([startOf(per, now)]);
      return sum!;
    },
  });

  const both = recentFlight(
    async (): Promise<Readonly<Record<SpendingWindow, Spending>>> => {
      const at = clock.now();
      const [hour, day] = await stored.spentSince([startOf('hour', at), startOf('day', at)]);
      base = { at, spent: day! };
      return { hour: hour!, day: day! };
    },
    { clock, maxAgeMs: RECENT_MS },
  );

  const recently = recentFlight(
    async (): Promise<readonly SpentWithin[]> => {
      const now = clock.now();
      if (!windows.includes('day') || baseFor('day', now) !== undefined) return readsOf(stored).atMost(now);
      const spent = await both();
      return windows.map((per) => ({ per, spent: spent[per], isExact: true }));
    },
    { clock, maxAgeMs: RECENT_MS },
  );

  return {
    /** Spending as seen by the unit of work with these swaps. */
    readsOf,
    /** The sums of both windows, at most a second old, from one read per second for all callers. */
    both,
    /** Spending that is at most as old as that of `both`. */
    recent: {
      atMost: () => recently(),
      exactly: async (per) => (await both())[per],
    } satisfies SpendingReads,
  };
}

const startOf = (per: SpendingWindow, now: Date) => new Date(now.getTime() - SPENDING_WINDOW_MS[per]);

const added = (a: Spending, b: Spending): Spending => ({
  swaps: a.swaps + b.swaps,
  feesUstx: toUnits(a.feesUstx + b.feesUstx),
  worthUsd: a.worthUsd + b.worthUsd,
});
