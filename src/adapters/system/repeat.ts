import { setInterval } from 'node:timers/promises';

export interface Repetition {
  /** Starts no further run and resolves when the one under way has ended. */
  stop(): Promise<void>;
}

/**
 * Runs the task every `intervalMs`, never two at a time: a run that takes longer delays the next. A failed run is
 * reported and the next one comes as usual.
 */
export function repeat(
  task: () => Promise<void>,
  { intervalMs, onError }: { intervalMs: number; onError: (error: unknown) => void },
): Repetition {
  const stopping = new AbortController();
  const run = async () => {
    try {
      for await (const _tick of setInterval(intervalMs, undefined, { signal: stopping.signal })) {
        await task().catch(onError);
      }
    } catch (error) {
      if (!stopping.signal.aborted) throw error;
    }
  };
  const running = run();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}
