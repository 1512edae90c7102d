import { INTERVALS, type Candle, type Interval } from '../../domain/price-series/candle.js';
import { withVolumes, type DayVolume, type VolumeCandle } from '../../domain/price-series/candle-volumes.js';
import { DAY_SECONDS, dayOf } from '../../domain/price-series/price.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { isCovered, knownTimes, type TradeCoverage } from '../../domain/trade/coverage.js';
import type { Ports } from '../../ports/index.js';
import { VolumeCache } from './volume-cache.js';

/** Time (ms) for which the blocks whose trades are recorded count as known. */
const COVERAGE_KEPT_MS = 1_000;

/** A window of candles, in Unix seconds. */
interface CandleWindow {
  readonly interval: Interval;
  /** Exclusive end. */
  readonly to: number;
}

/** Candles with volumes, and whether later blocks can still change those. */
interface CandlesWithVolumes {
  readonly candles: readonly VolumeCandle[];
  readonly isFinal: boolean;
}

/** Reads of recorded volumes. */
export function makeReadVolumes({ trades, clock }: Pick<Ports, 'trades' | 'clock'>) {
  const cache = new VolumeCache(trades);
  let held: { readonly at: number; readonly coverage: Promise<TradeCoverage | undefined> } | undefined;

  const coverage = (): Promise<TradeCoverage | undefined> => {
    const at = clock.now().getTime();
    if (held === undefined || at < held.at || at - held.at > COVERAGE_KEPT_MS) {
      const reading = trades.coverage();
      held = { at, coverage: reading };
      reading.catch(() => (held = undefined));
    }
    return held.coverage;
  };

  const seconds = () => Math.floor(clock.now().getTime() / 1000);

  return {
    /** The blocks whose trades are recorded, as of a second ago at most; undefined before the first. */
    coverage,

    /** Adds volumes to a token's candles of the window. */
    async of(
      token: ContractId,
      candles: readonly Candle[],
      { interval, to }: CandleWindow,
    ): Promise<CandlesWithVolumes> {
      const known = await coverage();
      const times = knownTimes(known, seconds());
      const isFinal = known === undefined || to <= Math.max(known.first.time, known.last.time);
      const first = candles.find(({ time }) => time > times.after);
      const kind = INTERVALS[interval] >= DAY_SECONDS ? 'days' : 'slots';
      const days: ReadonlyMap<number, DayVolume> =
        known === undefined || first === undefined
          ? new Map()
          : await cache.read(token, kind, dayOf(first.time), known);
      return { candles: withVolumes(candles, interval, days, times), isFinal };
    },

    /** Dollars traded since the time (Unix seconds), by token; undefined if not every trade since then is recorded. */
    async tokensSince(time: number): Promise<ReadonlyMap<ContractId, number> | undefined> {
      const now = seconds();
      return isCovered(await coverage(), time, now, now) ? trades.tokenVolumes(time) : undefined;
    },
  };
}

/** Recorded volumes, shared by all that show them. */
export type ReadVolumes = ReturnType<typeof makeReadVolumes>;
