import { SPENDING_WINDOW_MS, type Spending, type SpendingWindow } from '../../../domain/order/brakes.js';
import { toUnits } from '../../../domain/shared/units.js';
import type { Ports, StoragePorts } from '../../../ports/index.js';
import { singleFlight } from '../../shared/single-flight.js';

type Swaps = Pick<StoragePorts['swaps'], 'spentSince'>;

/** How old a sum may be that stores nothing: it shows, or saves the work for a swap that would not be stored. */
const RECENT_MS = 1_000;
/** How old the sum may be on which a bound rests: the bound reads as much, and counts what has left the window since. */
const BASE_MS = 600_000;
/**
 * Swaps that were stored this long before the base count again, since the base may lack them: the clocks of other
 * processes differ, and their transactions take time.
 */
const OVERLAP_MS = 300_000;

/** What the swaps within a rolling window cost and take. Adding them up costs a read of each. */
export function makeSpendingReader({ clock, swaps: stored }: Pick<Ports, 'clock' | 'swaps'>) {
  const last = new Map<SpendingWindow, { readonly at: Date; readonly spent: Spending }>();

  const exactly = (swaps: Swaps, per: SpendingWindow, now: Date): Promise<Spending> =>
    swaps.spentSince(new Date(now.getTime() - SPENDING_WINDOW_MS[per]));

  const lastWithin = (ageMs: number, per: SpendingWindow, now: Date) => {
    const known = last.get(per);
    const age = known === undefined ? Infinity : now.getTime() - known.at.getTime();
    return age >= 0 && age < ageMs ? known : undefined;
  };

  const read = singleFlight(async (per: SpendingWindow): Promise<Spending> => {
    const at = clock.now();
    const spent = await exactly(stored, per, at);
    last.set(per, { at, spent });
    return spent;
  });

  return {
    exactly,

    /** As of a second ago at the earliest, by one sum a second for all callers. */
    recently: async (per: SpendingWindow): Promise<Spending> =>
      lastWithin(RECENT_MS, per, clock.now())?.spent ?? read(per),

    /**
     * No less than what was spent within the window, by reading some minutes of it: the last sum, and all that was stored
     * since shortly before it. Undefined where that saves nothing, or there is no recent sum.
     */
    async atMost(swaps: Swaps, per: SpendingWindow, now: Date): Promise<Spending | undefined> {
      const base = per === 'day' ? lastWithin(BASE_MS, per, now) : undefined;
      if (base === undefined) return undefined;
      const since = await swaps.spentSince(new Date(base.at.getTime() - OVERLAP_MS));
      return {
        feesUstx: toUnits(base.spent.feesUstx + since.feesUstx),
        worthUsd: base.spent.worthUsd + since.worthUsd,
      };
    },
  };
}
