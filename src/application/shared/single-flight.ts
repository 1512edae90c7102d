import type { Clock } from '../../ports/index.js';

/** A task whose concurrent callers share one run. */
export interface SingleFlight<T, Input = void> {
  /** Joins the run that is under way for the input's key, or starts one. Runs are not remembered once they settle. */
  (input: Input): Promise<T>;
  /** The run that is under way for the input's key. */
  readonly running: (input: Input) => Promise<T> | undefined;
}

/** Shares the runs of a task, one at a time for each key. A failure reaches every caller that shared the run. */
export function singleFlight<T, Input = void>(
  task: (input: Input) => Promise<T>,
  keyOf: (input: Input) => unknown = (input) => input,
): SingleFlight<T, Input> {
  const runs = new Map<unknown, Promise<T>>();
  const join = (input: Input): Promise<T> => {
    const key = keyOf(input);
    const running = runs.get(key) ?? task(input).finally(() => runs.delete(key));
    runs.set(key, running);
    return running;
  };
  return Object.assign(join, { running: (input: Input) => runs.get(keyOf(input)) });
}

/**
 * As {@link singleFlight}, except that a success also serves the calls of the next `maxAgeMs`. Failures are not kept.
 */
export function recentFlight<T>(
  task: () => Promise<T>,
  { clock, maxAgeMs }: { readonly clock: Pick<Clock, 'now'>; readonly maxAgeMs: number },
): () => Promise<T> {
  let latest: { readonly at: number; readonly result: T } | undefined;
  const flight = singleFlight(async () => {
    const at = clock.now().getTime();
    const result = await task();
    latest = { at, result };
    return result;
  });
  return async () => {
    // A clock that was set back must not keep a result for longer.
    const isRecent = latest !== undefined && Math.abs(clock.now().getTime() - latest.at) < maxAgeMs;
    return isRecent ? latest!.result : flight();
  };
}

/**
 * As {@link singleFlight}, except that a call during a run gets the next run, which all such callers share: the run
 * under way may have read before what the caller wants to see. Runs never overlap.
 */
export function freshFlight<T>(task: () => Promise<T>): SingleFlight<T> {
  const flight = singleFlight(task);
  let next: Promise<T> | undefined;
  const begin = (): Promise<T> => {
    next = undefined;
    return flight();
  };
  const start = (): Promise<T> => {
    const running = flight.running();
    if (running === undefined) return next ?? begin();
    next ??= running.then(begin, begin);
    return next;
  };
  return Object.assign(start, { running: flight.running });
}
