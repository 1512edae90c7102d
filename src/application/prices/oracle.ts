import { combineBtcAnswers, type BtcAnswer } from '../../domain/price-series/btc-usd.js';
import type { BtcPriceSource, Ports } from '../../ports/index.js';
import { singleFlight } from '../shared/single-flight.js';
import type { PriceListCache } from './price-list-cache.js';

/** The price of one source, or the reason why it has none. */
export interface SourceReading {
  readonly name: string;
  /** Dollars for one bitcoin. */
  readonly price?: number;
  /** The source's own time of the price. */
  readonly at?: Date;
  readonly ok: boolean;
  /** Reason why there is no price, or why it is not used. */
  readonly error?: string;
}

/** One read of all sources. */
export interface BtcReading {
  readonly readAt: Date;
  readonly sources: readonly SourceReading[];
}

/** Readings of the BTC sources, shared by the recorder and the health check. */
export type BtcReadings = ReturnType<typeof makeBtcReadings>;

const RECENT_MS = 60_000;

export function makeBtcReadings({ btcSources, clock }: Pick<Ports, 'btcSources' | 'clock'>) {
  let last: BtcReading | undefined;
  const read = async (): Promise<BtcReading> => {
    const sources = await Promise.all(btcSources.map(readSource));
    last = { readAt: clock.now(), sources };
    return last;
  };
  const shared = singleFlight(read);
  return {
    /** Queries all sources in parallel. */
    read,
    /** The last reading if it is at most a minute old, otherwise a new one, which concurrent callers share. */
    recent: async (): Promise<BtcReading> =>
      last !== undefined && Math.abs(clock.now().getTime() - last.readAt.getTime()) < RECENT_MS
        ? last
        : shared(),
  };
}

async function readSource(source: BtcPriceSource): Promise<SourceReading> {
  const { name } = source;
  const read = await source.read();
  return read.ok
    ? { name, price: read.value.usd, at: read.value.at, ok: true }
    : { name, ok: false, error: read.error.reason };
}

/** The sources that gave a price. */
export const answersOf = ({ sources }: BtcReading): BtcAnswer[] =>
  sources.flatMap(({ name, price }) => (price === undefined ? [] : [{ source: name, usd: price }]));

/** The health of the bitcoin price sources. */
export interface OracleHealth {
  /** `healthy`: all sources are used. `degraded`: some are. `down`: there is no price. */
  readonly status: 'healthy' | 'degraded' | 'down';
  /** Dollars for one bitcoin; absent when down. */
  readonly price?: number;
  readonly sources: readonly SourceReading[];
  /** Time at which this process last got a price from the sources; absent if never. */
  readonly lastSuccessAt?: Date;
}

/** Reports the health of the sources, from a reading at most a minute old. */
export const makeAskOracle = (
  { clock }: Pick<Ports, 'clock'>,
  readings: BtcReadings,
  cache: Pick<PriceListCache, 'current'>,
) => {
  let lastSuccessAt: Date | undefined;
  return async (): Promise<OracleHealth> => {
    const reading = await readings.recent();
    const combined = combineBtcAnswers(answersOf(reading), cache.current()?.run, clock.now());
    const { dropped } = combined.ok ? combined.value : combined.error;
    const sources = reading.sources.map((source) =>
      dropped.includes(source.name)
        ? { ...source, ok: false, error: 'more than 5% off the median of all answers' }
        : source,
    );
    if (combined.ok) lastSuccessAt = reading.readAt;
    const health = { sources, ...(lastSuccessAt !== undefined && { lastSuccessAt }) };
    if (!combined.ok) return { status: 'down', ...health };
    const status = sources.every(({ ok }) => ok) ? 'healthy' : 'degraded';
    return { status, price: combined.value.usd, ...health };
  };
};
