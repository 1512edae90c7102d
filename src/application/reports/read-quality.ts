import { qualityByPair, type PairQuality } from '../../domain/order/report/quality.js';
import type { Ports } from '../../ports/index.js';

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
  const known = new Map<number, { readonly readAt: number; readonly quality: Promise<DayQuality> }>();

  const read = async (day: number): Promise<DayQuality> => {
    const figures = await executionReports.figuresOf(day, MAX_SWAPS + 1);
    const pairs = qualityByPair(figures.slice(0, MAX_SWAPS));
    return {
      day: new Date(day * DAY_MS),
      pairs: pairs.slice(0, MAX_QUALITY_PAIRS),
      isComplete: figures.length <= MAX_SWAPS && pairs.length <= MAX_QUALITY_PAIRS,
    };
  };

  const ofDay = (day: number, now: number): Promise<DayQuality> => {
    const before = known.get(day);
    const freshMs = day === Math.floor(now / DAY_MS) ? FRESH_MS.today : FRESH_MS.earlier;
    if (before !== undefined && now - before.readAt >= 0 && now - before.readAt < freshMs)
      return before.quality;
    const quality = read(day);
    known.set(day, { readAt: now, quality });
    quality.catch(() => known.delete(day));
    return quality;
  };

  /**
   * Reads the quality of each day, newest first. Days without a swap are left out.
   *
   * @throws RangeError for a number of days that is out of range.
   */
  return async ({ days }: QualityQuery): Promise<readonly DayQuality[]> => {
    if (!Number.isInteger(days) || days < 1 || days > MAX_QUALITY_DAYS)
      throw new RangeError(`days must be a whole number from 1 to ${MAX_QUALITY_DAYS}`);
    const now = clock.now().getTime();
    const today = Math.floor(now / DAY_MS);
    for (const day of known.keys()) if (day > today || day <= today - MAX_QUALITY_DAYS) known.delete(day);
    const found: DayQuality[] = [];
    for (let n = 0; n < days; n++) {
      const quality = await ofDay(today - n, now);
      if (quality.pairs.length > 0) found.push(quality);
    }
    return found;
  };
}
