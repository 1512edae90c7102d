import type { Clock } from '../../ports/system.js';

/**
 * Runs the task repeatedly: first after `pauseMs`, and then `pauseMs` after the end of each run, so runs never overlap. A failed
 * run is reported and does not change the schedule. The returned function prevents further runs and resolves when the current one
 * has ended.
 */
export function repeat(
  task: () => Promise<void>,
  { pauseMs, onError }: { pauseMs: number; onError: (error: unknown) => void },
): () => Promise<void> {
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
  return () => {
    stopped = true;
    clearTimeout(timer);
    return running;
  };
}

export interface DueRepetition {
  /** Requests a run at that time or before, or at once if the time has passed. */
  wake(at: Date): void;
  /** Prevents further runs. Resolves when the current one has ended. */
  stop(): Promise<void>;
}

export interface DueOptions {
  /** Maximum time between the starts of two runs, milliseconds. */
  readonly intervalMs: number;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** Minimum pause between two runs, ms, so that a task that is always due does not starve others. */
const REST_MS = 10;

const RETRY_MS = 5_000;

/**
 * Runs the task at once, and then at the earliest of three times: the time that the task returned, the time passed to `wake`, and
 * `intervalMs` after the start of the previous run. Runs never overlap; a call of `wake` during a run applies to the next one. A
 * failed run is reported, and the next one follows after five seconds, or after the interval if that is shorter.
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
        if (stopped) return end();
        const fromMs = nowMs();
        // The interval limits the wait: if the clock was set back meanwhile, the other times are far away.
        timer = setTimeout(end, Math.min(Math.max(dueMs, earliestMs, fromMs) - fromMs, intervalMs));
      };
      reconsider();
    });

  const run = async () => {
    while (!stopped) {
      const latestMs = nowMs() + intervalMs;
      dueMs = Infinity;
      const next = await task().catch((error: unknown) => {
        onError(error);
        return new Date(nowMs() + RETRY_MS);
      });
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
