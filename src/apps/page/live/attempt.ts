import { useSignal, type ReadonlySignal } from '@preact/signals';
import { problemOf, type Problem } from './problem.js';

/** An action that the visitor starts with a button: whether it is under way, and why its last attempt failed. */
export interface Attempt {
  readonly isBusy: ReadonlySignal<boolean>;
  readonly problem: ReadonlySignal<Problem | undefined>;
  /** Starts the action. If it fails, `problem` is set; the next attempt clears it. */
  readonly begin: (act: () => Promise<void>) => void;
}

/** The attempts of a component, of which only one runs at a time. */
export function useAttempt(): Attempt {
  const isBusy = useSignal(false);
  const problem = useSignal<Problem | undefined>(undefined);
  const run = async (act: () => Promise<void>) => {
    isBusy.value = true;
    problem.value = undefined;
    try {
      await act();
    } catch (error) {
      problem.value = problemOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  return {
    isBusy,
    problem,
    begin: (act) => {
      if (!isBusy.value) void run(act);
    },
  };
}
