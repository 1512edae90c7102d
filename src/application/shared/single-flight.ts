/** A task whose concurrent callers share one run. */
export interface SingleFlight<T, K = void> {
  /** Joins the run of this key that is under way, or starts one. Runs are not remembered once they settle. */
  (key: K): Promise<T>;
  /** The run of this key that is under way. */
  running(key: K): Promise<T> | undefined;
}

/** Shares the runs of a task, one at a time for each key. A failure reaches every caller that shared the run. */
export function singleFlight<T, K = void>(task: (key: K) => Promise<T>): SingleFlight<T, K> {
  const runs = new Map<K, Promise<T>>();
  const join = (key: K): Promise<T> => {
    const running = runs.get(key) ?? task(key).finally(() => runs.delete(key));
    runs.set(key, running);
    return running;
  };
  return Object.assign(join, { running: (key: K) => runs.get(key) });
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
  return Object.assign(start, { running: () => flight.running() });
}
