import { qualityByPair, type PairQuality } from '../../domain/order/report/quality.js';
import type { Ports } from '../../ports/index.js';
import { recentFlight } from '../shared/single-flight.js';

/** Execution of the swaps whose blocks are of one UTC day. */
export interface DayQuality {
  /** Midnight UTC. */
  readonly day: Date;
  /** Pairs with the most swaps first, at most MAX_QUALITY_PAIRS. */
  readonly pairs: readonly PairQuality[];
  /** Whether the pairs are all of the day's, and made of all its swaps. */
  readonly isComplete: boolean;
}

/** Maximum number of days in one read. */
export const MAX_QUALITY_DAYS = 31;
/** Maximum number of pairs of a day. */
export const MAX_QUALITY_PAIRS = 100;
/** Maximum number of a day's swaps that figures are made of: the newest ones. */
const MAX_SWAPS = 20_000;

/** Time (ms) for which the figures of today, and of earlier days, are reused. */
const FRESH_MS = { today: 5_000, earlier: 60_000 } as const;
const DAY_MS = 86_400_000;

/** Days of quality to read: the last `days` UTC days including today, 1 to MAX_QUALITY_DAYS. */
export interface QualityQuery {
  readonly days: number;
}

/** Summarises execution by day and pair. Today is read every five seconds at most, and each earlier day every minute, however many callers ask. */
export function makeReadQuality({ clock, executionReports }: Pick<Ports, 'clock' | 'executionReports'>) {
  const read = async (day: number): Promise<DayQuality> => {
    const figures = await executionReports.figuresOf(day, MAX_SWAPS + 1);
    const pairs = qualityByPair(figures.slice(0, MAX_SWAPS));
    return {
      day: new Date(day * DAY_MS),
      pairs: pairs.slice(0, MAX_QUALITY_PAIRS),
      isComplete: figures.length <= MAX_SWAPS && pairs.length <= MAX_QUALITY_PAIRS,
    };
  };

  const readToday = recentFlight(read, { clock, maxAgeMs: FRESH_MS.today });
  const readEarlier = recentFlight(read, { clock, maxAgeMs: FRESH_MS.earlier, most: MAX_QUALITY_DAYS });

  /**
   * Reads the quality of each day, newest first. Days without a swap are left out.
   *
   * @throws RangeError for a number of days that is out of range.
   */
  return async ({ days }: QualityQuery): Promise<readonly DayQuality[]> => {
    if (!Number.isInteger(days) || days < 1 || days > MAX_QUALITY_DAYS)
      throw new RangeError(`days must be a whole number from 1 to ${MAX_QUALITY_DAYS}`);
    const today = Math.floor(clock.now().getTime() / DAY_MS);
    const found: DayQuality[] = [];
    for (let n = 0; n < days; n++) {
      const quality = await (n === 0 ? readToday(today) : readEarlier(today - n));
      if (quality.pairs.length > 0) found.push(quality);
    }
    return found;
  };
}
