import type { Clock } from '../../ports/clock.js';
import type { Repetition } from './repeat.js';

export interface DueRepetition extends Repetition {
  /** Asks for a run at that time or before; at once for a time that has passed. */
  wake(at: Date): void;
}

export interface DueOptions {
  /** The longest time from the start of one run to the start of the next. */
  readonly intervalMs: number;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** So that a task that always asks for more leaves room for others. */
const REST_MS = 10;

/**
 * Runs the task at once, then whenever it is due: at the time that the task itself names, when it is woken, and after
 * the interval at the latest. Never two at a time; what wakes it meanwhile counts for the next run. A failed run is
 * reported and the next one comes after the interval.
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
