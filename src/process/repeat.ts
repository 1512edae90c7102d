import type { Clock } from '../ports/clock.js';

/** A task that runs repeatedly until it is stopped. */
export interface Repetition {
  /** Starts no further run. Resolves when the run under way has ended. */
  stop(): Promise<void>;
}

/**
 * Runs the task repeatedly, `pauseMs` after the previous run ended, the first time after one such pause. Runs never
 * overlap, and a long run is not made up for. A failed run is reported and does not change the schedule.
 */
export function repeat(
  task: () => Promise<void>,
  { pauseMs, onError }: { pauseMs: number; onError: (error: unknown) => void },
): Repetition {
  let timer: ReturnType<typeof setTimeout>;
  let stopped = false;
  let running = Promise.resolve();

  const run = async () => {
    await task().catch(onError);
    if (!stopped) rest();
  };
  const rest = () => {
    timer = setTimeout(() => void (running = run()), pauseMs);
  };
  rest();
  return {
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}

export interface DueRepetition extends Repetition {
  /** Requests a run at that time or earlier; at once when the time has passed. */
  wake(at: Date): void;
}

export interface DueOptions {
  /** The longest time between the starts of two runs, milliseconds. */
  readonly intervalMs: number;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** The shortest pause between two runs, so that a task that is always due does not starve others. */
const REST_MS = 10;

/**
 * Runs the task at once, then whenever it is due: at the time that the task returns, when it is woken, and after the
 * interval at the latest. Runs never overlap; a wake-up during a run counts for the next one. A failed run is reported
 * and the next one follows after the interval.
 */
export function repeatWhenDue(
  task: () => Promise<Date | undefined>,
  { intervalMs, clock, onError }: DueOptions,
): DueRepetition {
  let stopped = false;
  let dueMs = Infinity;
  let reconsider = () => {};
  const nowMs = () => clock.now().getTime();

  const rest = () =>
    new Promise<void>((resolve) => {
      const earliestMs = nowMs() + REST_MS;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const end = () => {
        reconsider = () => {};
        resolve();
      };
      reconsider = () => {
        clearTimeout(timer);
        if (stopped) end();
        else timer = setTimeout(end, Math.max(dueMs, earliestMs) - nowMs());
      };
      reconsider();
    });

  const run = async () => {
    while (!stopped) {
      const latestMs = nowMs() + intervalMs;
      dueMs = Infinity;
      const next = await task().catch((error: unknown) => void onError(error));
      dueMs = Math.min(dueMs, latestMs, next?.getTime() ?? Infinity);
      if (!stopped) await rest();
    }
  };
  const running = run();

  return {
    wake(at) {
      dueMs = Math.min(dueMs, at.getTime());
      reconsider();
    },
    stop() {
      stopped = true;
      reconsider();
      return running;
    },
  };
}
