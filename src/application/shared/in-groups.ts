/** Work that is done for several callers together. */
interface Grouping<T, R> {
  /** Does the work for the items; the results are in their order. */
  readonly work: (items: readonly T[]) => Promise<readonly R[]>;
  /** Maximum number of items in a group. */
  readonly limit: number;
  /** Waits for the shared result as long as the caller would wait for work of its own. */
  readonly waitFor: <V>(shared: Promise<V>) => Promise<V>;
}

interface Waiting<T, R> {
  readonly item: T;
  /** Makes this caller do the work for the group. */
  readonly lead: (group: readonly Waiting<T, R>[]) => void;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Groups calls without delaying any: a lone call is worked on at once, and calls that arrive meanwhile form the next group. Each call
 * gets its own result; if the work throws, every call of the group does.
 *
 * The newest caller of a group does the work, since it has waited least and so will wait longest. A call whose caller has stopped
 * waiting leaves its group, unless work on it has begun.
 */
export function inGroups<T, R>({ work, limit, waitFor }: Grouping<T, R>): (item: T) => Promise<R> {
  const waiting: Waiting<T, R>[] = [];
  let isWorking = false;
  const begin = () => {
    const group = waiting.splice(0, limit);
    isWorking = group.length > 0;
    group.at(-1)?.lead(group);
  };
  const workFor = async (group: readonly Waiting<T, R>[]) => {
    try {
      const results = await work(group.map(({ item }) => item));
      group.forEach(({ resolve }, n) => resolve(results[n]!));
    } catch (error) {
      for (const { reject } of group) reject(error);
    } finally {
      begin();
    }
  };
  return async (item) => {
    let call: Waiting<T, R> | undefined;
    const done = new Promise<R>((resolve, reject) => {
      const led = new Promise<readonly Waiting<T, R>[]>((lead) => {
        waiting.push((call = { item, lead, resolve, reject }));
      });
      // In the caller's own context, on which its time to wait depends.
      void led.then(workFor);
    });
    if (!isWorking) begin();
    try {
      return await waitFor(done);
    } finally {
      const at = waiting.indexOf(call!);
      if (at !== -1) waiting.splice(at, 1);
    }
  };
}
