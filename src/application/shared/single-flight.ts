import type { Clock } from '../../ports/index.js';

/** A task whose concurrent callers share one run. */
export interface SingleFlight<T, Input = void> {
  /** Joins the running task for the input's key, or starts one. Runs are not remembered after they settle. */
  (input: Input): Promise<T>;
  /** The running task for the input's key. */
  readonly running: (input: Input) => Promise<T> | undefined;
}

/** Shares the runs of a task, one at a time for each key. All callers that shared a run get its failure. */
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

/** Rules for which results a {@link recentFlight} keeps, and for how long. */
interface Recent<Input, T> {
  readonly clock: Pick<Clock, 'now'>;
  readonly maxAgeMs: number;
  /** Key of an input: calls with the same key share a result. The input itself by default. */
  readonly keyOf?: (input: Input) => unknown;
  /** Maximum number of results to keep, oldest dropped first; 1 by default. */
  readonly most?: number;
  /** Whether to keep a result; every one by default. */
  readonly isKept?: (result: T) => boolean;
}

/** Like {@link singleFlight}, except that a success also serves calls within the next `maxAgeMs`. Failures are not kept. */
export function recentFlight<T, Input = void>(
  task: (input: Input) => Promise<T>,
  { clock, maxAgeMs, keyOf = (input) => input, most = 1, isKept = () => true }: Recent<Input, T>,
): (input: Input) => Promise<T> {
  const kept = new Map<unknown, { readonly at: number; readonly result: T }>();
  const flight = singleFlight(async (input: Input) => {
    const at = clock.now().getTime();
    const result = await task(input);
    const key = keyOf(input);
    kept.delete(key);
    if (isKept(result)) kept.set(key, { at, result });
    if (kept.size > most) kept.delete(kept.keys().next().value);
    return result;
  }, keyOf);
  return async (input) => {
    const latest = kept.get(keyOf(input));
    // A clock that was set back must not keep a result longer.
    const isRecent = latest !== undefined && Math.abs(clock.now().getTime() - latest.at) < maxAgeMs;
    return isRecent ? latest.result : flight(input);
  };
}

/**
 * Like {@link singleFlight}, except that calls during a run share the next one instead: the current run may have read before the
 * change that the caller wants to see. Runs of a key never overlap.
 */
export function freshFlight<T, Input = void>(
  task: (input: Input) => Promise<T>,
  keyOf: (input: Input) => unknown = (input) => input,
): SingleFlight<T, Input> {
  const flight = singleFlight(task, keyOf);
  const next = new Map<unknown, Promise<T>>();
  const begin = (input: Input): Promise<T> => {
    next.delete(keyOf(input));
    return flight(input);
  };
  const start = (input: Input): Promise<T> => {
    const running = flight.running(input);
    const waiting = next.get(keyOf(input));
    if (running === undefined || waiting !== undefined) return waiting ?? begin(input);
    const after = running.then(
      () => begin(input),
      () => begin(input),
    );
    next.set(keyOf(input), after);
    return after;
  };
  return Object.assign(start, { running: flight.running });
}
