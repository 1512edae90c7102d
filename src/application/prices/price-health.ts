import { isStale } from '../../domain/price-series/price.js';
import type { Ports } from '../../ports/index.js';
import type { PriceListCache } from './price-list-cache.js';
import type { RecordingFailure, RecordingLog } from './recording-log.js';

/** Whether prices are up to date. */
export interface PriceHealth {
  /** Whether prices were recorded within 15 minutes. */
  readonly ok: boolean;
  /** The newest recorded grid point; absent before the first. */
  readonly lastRecordedAt?: Date;
  /** Whole seconds since `lastRecordedAt`. */
  readonly ageSeconds?: number;
  /** Listed tokens that the newest run priced. */
  readonly tokensPriced: number;
  /** Why this process's last run failed; absent when it succeeded, or when another process records. */
  readonly lastFailure?: RecordingFailure;
}

/** Reports whether prices are being recorded, by this or another process. */
export type ReadPriceHealth = () => Promise<PriceHealth>;

export const makeReadPriceHealth = (
  { clock }: Pick<Ports, 'clock'>,
  cache: Pick<PriceListCache, 'list'>,
  log: RecordingLog,
): ReadPriceHealth => {
  return async () => {
    const { run, tokens } = await cache.list();
    const now = clock.now();
    const failure = log.failure();
    const lastRecordedAt = newest(run?.at, log.recordedAt());
    const tokensPriced = tokens.filter(({ updatedAt }) => updatedAt.getTime() === run?.at.getTime()).length;
    return {
      ok: lastRecordedAt !== undefined && !isStale(lastRecordedAt, now),
      ...(lastRecordedAt !== undefined && {
        lastRecordedAt,
        ageSeconds: Math.max(0, Math.floor((now.getTime() - lastRecordedAt.getTime()) / 1000)),
      }),
      tokensPriced,
      ...(failure !== undefined && { lastFailure: failure }),
    };
  };
};

/** The cached list may be older than this process's last run, or newer when another process records. */
function newest(a: Date | undefined, b: Date | undefined): Date | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a > b ? a : b;
}
