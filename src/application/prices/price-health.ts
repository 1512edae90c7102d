import { isStale } from '../../domain/price-series/price.js';
import type { Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';
import type { PriceListCache } from './price-list-cache.js';

/** Why a run failed. */
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
    /** Runs it and keeps its outcome, also when it throws. `describe` explains an error to operators. */
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
    /** The last run's failure; undefined when it succeeded. */
    failure: (): RecordingFailure | undefined => failure,
  };
}

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
export const makeReadPriceHealth =
  ({ clock }: Pick<Ports, 'clock'>, cache: Pick<PriceListCache, 'list'>, log: RecordingLog) =>
  async (): Promise<PriceHealth> => {
    const { run, tokens } = await cache.list();
    const now = clock.now();
    const failure = log.failure();
    // The cached list may be older than this process's last run, or newer when another process records.
    const times = [run?.at, log.recordedAt()].filter((time) => time !== undefined);
    const lastRecordedAt = times.sort((a, b) => a.getTime() - b.getTime()).at(-1);
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
