import { isStale } from '../../domain/price-series/price.js';
import { unpricedTokens, type UnpricedToken } from '../../domain/price-series/unpriced.js';
import type { Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';
import type { CoreSettings } from '../settings.js';
import type { PriceListCache } from './price-list-cache.js';

/** Time and reason of a failed run. */
export interface RecordingFailure {
  readonly at: Date;
  readonly reason: string;
}

/** The outcome of this process's recording runs. */
export type RecordingLog = ReturnType<typeof makeRecordingLog>;

export function makeRecordingLog({ clock }: Pick<Ports, 'clock'>) {
  let recordedAt: Date | undefined;
  let failure: RecordingFailure | undefined;
  const fail = (reason: string) => void (failure = { at: clock.now(), reason });
  return {
    /** Runs `run` and keeps its outcome, even if it throws. `describe` explains an error to operators. */
    watch: async <T extends { readonly at: Date }, E>(
      run: () => Promise<Result<T, E>>,
      describe: (error: E) => string,
    ): Promise<Result<T, E>> => {
      try {
        const recorded = await run();
        if (recorded.ok) [recordedAt, failure] = [recorded.value.at, undefined];
        else fail(describe(recorded.error));
        return recorded;
      } catch (error) {
        // The message of an unexpected error belongs in the log of the code that catches it.
        fail('unexpected error');
        throw error;
      }
    },
    /** The newest grid point known to be recorded. */
    recordedAt: (): Date | undefined => recordedAt,
    /** The last run's failure; undefined if it succeeded. */
    failure: (): RecordingFailure | undefined => failure,
  };
}

/** Whether prices are up to date, and which tokens have none. */
export interface PriceHealth {
  /** Whether prices were recorded within 15 minutes. */
  readonly ok: boolean;
  /** Whether the newest run priced a smaller share of the registered tokens than `minPricedShare`. */
  readonly isDegraded: boolean;
  /** The newest recorded grid point; absent before the first. */
  readonly lastRecordedAt?: Date;
  /** Whole seconds since `lastRecordedAt`. */
  readonly ageSeconds?: number;
  /** Registered tokens that the newest run priced. */
  readonly tokensPriced: number;
  readonly tokensRegistered: number;
  /** Registered tokens without a price, in the order of the registry; none before the first run. */
  readonly unpriced: readonly UnpricedToken[];
  /** Failure of this process's last run; absent if it succeeded, or if another process records. */
  readonly lastFailure?: RecordingFailure;
}

interface HealthNeeds {
  readonly cache: Pick<PriceListCache, 'list'>;
  readonly log: RecordingLog;
}

/** Reports whether prices are being recorded, by this or another process, and which tokens the newest run did not price. */
export const makeReadPriceHealth =
  (
    { clock, registry }: Pick<Ports, 'clock' | 'registry'>,
    { cache, log }: HealthNeeds,
    { minPricedShare }: Pick<CoreSettings, 'minPricedShare'>,
  ) =>
  async (): Promise<PriceHealth> => {
    const { run, tokens: everPriced } = await cache.list();
    const { tokens } = registry.current();
    const now = clock.now();
    const failure = log.failure();
    // The cached list may be older than this process's last run, or newer if another process records.
    const times = [run?.at, log.recordedAt()].filter((time) => time !== undefined);
    const lastRecordedAt = times.sort((a, b) => a.getTime() - b.getTime()).at(-1);
    const inRun = everPriced.filter(({ updatedAt }) => updatedAt.getTime() === run?.at.getTime());
    const priced = new Set(inRun.map(({ token }) => token));
    const unpriced = run === undefined ? [] : unpricedTokens(tokens, priced, run.unpriced);
    return {
      ok: lastRecordedAt !== undefined && !isStale(lastRecordedAt, now),
      isDegraded: tokens.length - unpriced.length < minPricedShare * tokens.length,
      ...(lastRecordedAt !== undefined && {
        lastRecordedAt,
        ageSeconds: Math.max(0, Math.floor((now.getTime() - lastRecordedAt.getTime()) / 1000)),
      }),
      tokensPriced: run === undefined ? 0 : tokens.length - unpriced.length,
      tokensRegistered: tokens.length,
      unpriced,
      ...(failure !== undefined && { lastFailure: failure }),
    };
  };
