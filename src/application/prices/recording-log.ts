import type { Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';

/** Why a run came to nothing. */
export interface RecordingFailure {
  readonly at: Date;
  readonly reason: string;
}

/** What this process knows of its runs. */
export interface RecordingLog {
  /** Runs it and remembers how it ended, also when it throws. `describe` says why in words for operators. */
  watch<T extends { readonly at: Date }, E>(
    run: () => Promise<Result<T, E>>,
    describe: (error: E) => string,
  ): Promise<Result<T, E>>;
  /** The newest grid point that is known to be recorded. */
  recordedAt(): Date | undefined;
  /** The last run's failure; undefined when it succeeded. */
  failure(): RecordingFailure | undefined;
}

export function makeRecordingLog({ clock }: Pick<Ports, 'clock'>): RecordingLog {
  let recordedAt: Date | undefined;
  let failure: RecordingFailure | undefined;
  const fail = (reason: string) => void (failure = { at: clock.now(), reason });
  return {
    watch: async (run, describe) => {
      try {
        const recorded = await run();
        if (recorded.ok) [recordedAt, failure] = [recorded.value.at, undefined];
        else fail(describe(recorded.error));
        return recorded;
      } catch (error) {
        // The words of an unexpected error are for the log of whoever catches it.
        fail('unexpected error');
        throw error;
      }
    },
    recordedAt: () => recordedAt,
    failure: () => failure,
  };
}
