import type { Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';

/** Why a run failed. */
export interface RecordingFailure {
  readonly at: Date;
  readonly reason: string;
}

/** The outcome of this process's recording runs. */
export interface RecordingLog {
  /** Runs it and keeps its outcome, also when it throws. `describe` explains an error to operators. */
  watch<T extends { readonly at: Date }, E>(
    run: () => Promise<Result<T, E>>,
    describe: (error: E) => string,
  ): Promise<Result<T, E>>;
  /** The newest grid point known to be recorded. */
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
        // The message of an unexpected error belongs in the log of the code that catches it.
        fail('unexpected error');
        throw error;
      }
    },
    recordedAt: () => recordedAt,
    failure: () => failure,
  };
}
