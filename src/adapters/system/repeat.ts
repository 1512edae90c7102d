export interface Repetition {
  /** Starts no further run and resolves when the one under way has ended. */
  stop(): Promise<void>;
}

/**
 * Runs the task again and again, `pauseMs` after the last run ended and the first time after such a pause: never two at
 * a time, and none in a hurry to catch up after one that took long. A failed run is reported and the next one comes as
 * usual.
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
