import { combineBtcAnswers } from '../../domain/price-series/btc-usd.js';
import type { Ports } from '../../ports/index.js';
import { answersOf, type BtcReadings, type SourceReading } from './btc-readings.js';
import type { PriceListCache } from './price-list-cache.js';

/** The health of the bitcoin price sources. */
export interface OracleHealth {
  /** `healthy`: all sources are used. `degraded`: some are. `down`: there is no price. */
  readonly status: 'healthy' | 'degraded' | 'down';
  /** Dollars for one bitcoin; absent when down. */
  readonly price?: number;
  readonly sources: readonly SourceReading[];
  /** When this process last got a price from the sources; absent before the first. */
  readonly lastSuccessAt?: Date;
}

/** Reports the health of the sources, from a reading at most a minute old. */
export type AskOracle = () => Promise<OracleHealth>;

export const makeAskOracle = (
  { clock }: Pick<Ports, 'clock'>,
  readings: BtcReadings,
  cache: Pick<PriceListCache, 'current'>,
): AskOracle => {
  let lastSuccessAt: Date | undefined;
  return async () => {
    const reading = await readings.recent();
    const combined = combineBtcAnswers(answersOf(reading), cache.current()?.run, clock.now());
    const { dropped } = combined.ok ? combined.value : combined.error;
    const sources = reading.sources.map((source) =>
      dropped.includes(source.name) ? refused(source) : source,
    );
    if (combined.ok) lastSuccessAt = reading.readAt;
    const health = { sources, ...(lastSuccessAt !== undefined && { lastSuccessAt }) };
    if (!combined.ok) return { status: 'down', ...health };
    const status = sources.every(({ ok }) => ok) ? 'healthy' : 'degraded';
    return { status, price: combined.value.usd, ...health };
  };
};

const refused = (source: SourceReading): SourceReading => ({
  ...source,
  ok: false,
  error: 'more than 5% off the median of all answers',
});
