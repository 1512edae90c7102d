/** Work that is done for several callers together. */
interface Grouping<T, R> {
  /**
   * Does the work for the items that `take` returns, and returns their results in order. Taking them closes the group: calls that
   * arrive while the work waits to begin still join it. Returns undefined, and must have no effect, if `areAllHere` is false before it
   * takes effect: a caller has stopped waiting. The work is then done again for the others.
   */
  readonly work: (take: () => readonly T[], areAllHere: () => boolean) => Promise<readonly R[] | undefined>;
  /** Maximum number of items in a group. */
  readonly limit: number;
  /** Waits for the shared result as long as the caller would wait for work of its own. */
  readonly waitFor: <V>(shared: Promise<V>) => Promise<V>;
}

interface Call<T, R> {
  readonly item: T;
  /** Makes this caller do the work for the calls that wait, itself among them. */
  readonly lead: (called: Group<T, R>) => void;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

type Group<T, R> = readonly Call<T, R>[];

/**
 * Groups calls without delaying any: a lone call is worked on at once, and calls that arrive meanwhile form the next group. Each call
 * gets its own result; if the work throws, every call of the group does.
 *
 * The newest caller that waits when the work begins does it, since it has waited least and so will wait longest. Work for a caller who
 * has stopped waiting has no effect.
 */
export function inGroups<T, R>({ work, limit, waitFor }: Grouping<T, R>): (item: T) => Promise<R> {
  const waiting: Call<T, R>[] = [];
  const present = new Set<Call<T, R>>();
  let isWorking = false;
  const begin = () => {
    const called = waiting.slice(0, limit);
    isWorking = called.length > 0;
    called.at(-1)?.lead(called);
  };
  const drop = (call: Call<T, R>) => {
    const at = waiting.indexOf(call);
    if (at !== -1) waiting.splice(at, 1);
  };
  const workFor = async (called: Group<T, R>) => {
    let group: Group<T, R> | undefined;
    const isHere = (call: Call<T, R>) => present.has(call);
    const take = () => {
      group = (group ?? waiting.splice(0, limit)).filter(isHere);
      return group.map(({ item }) => item);
    };
    const areAllHere = () => group?.every(isHere) ?? true;
    try {
      let results: readonly R[] | undefined;
      do {
        if (group?.some(isHere) === false) return;
        results = await work(take, areAllHere);
      } while (results === undefined);
      for (const [n, { resolve }] of (group ?? []).entries()) resolve(results[n]!);
    } catch (error) {
      // Calls that joined later have not waited as long for what failed before the group was closed.
      for (const call of group ?? called) {
        drop(call);
        call.reject(error);
      }
    } finally {
      begin();
    }
  };
  return async (item) => {
    let call: Call<T, R> | undefined;
    const done = new Promise<R>((resolve, reject) => {
      const led = new Promise<Group<T, R>>((lead) => {
        waiting.push((call = { item, lead, resolve, reject }));
      });
      // In the caller's own context, on which its time to wait depends.
      void led.then(workFor);
    });
    present.add(call!);
    if (!isWorking) begin();
    try {
      return await waitFor(done);
    } finally {
      present.delete(call!);
      drop(call!);
    }
  };
}

/** A task that does several things at once. Its results are in the order of the inputs. */
export type Together<Input, T> = (inputs: readonly Input[]) => Promise<readonly T[]>;

/** Makes a task that does one thing at a time of one that does several at once. */
export type Share = <Input, T>(task: Together<Input, T>) => (input: Input) => Promise<T>;

/** Runs the task for each call alone. */
export const alone: Share = (task) => async (input) => (await task([input]))[0]!;

/**
 * Groups calls as {@link inGroups} does, for callers who wait as long as it takes. If the task rejects for several, it is repeated for
 * each of them alone, so that no call gets another's failure.
 */
export const grouped =
  (limit: number): Share =>
  <Input, T>(task: Together<Input, T>) => {
    const eachAlone = async (inputs: readonly Input[]) => {
      const results: (() => T)[] = [];
      for (const input of inputs)
        results.push(
          await task([input]).then(
            ([result]) =>
              () =>
                result!,
            (error: unknown) => () => {
              throw error;
            },
          ),
        );
      return results;
    };
    const call = inGroups<Input, () => T>({
      work: async (take) => {
        const inputs = take();
        try {
          return (await task(inputs)).map((result) => () => result);
        } catch (error) {
          if (inputs.length === 1) throw error;
          return eachAlone(inputs);
        }
      },
      limit,
      waitFor: (shared) => shared,
    });
    return async (input: Input) => (await call(input))();
  };
