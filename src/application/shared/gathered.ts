/** A task that does several things at once. Its results are in the order of the inputs. */
export type Together<Input, T> = (inputs: readonly Input[]) => Promise<readonly T[]>;

/** Makes a task that does one thing at a time of one that does several at once. */
export type Share = <Input, T>(task: Together<Input, T>) => (input: Input) => Promise<T>;

/** Runs the task for each call alone. */
export const alone: Share = (task) => async (input) => (await task([input]))[0]!;

/**
 * Shares the runs of a task, one at a time: calls that arrive during a run wait for the next one, which takes up to `most` of
 * them. If a run for several calls rejects, it is repeated for each of them alone, so that no call gets another's failure.
 */
export const gathered =
  (most: number): Share =>
  <Input, T>(task: Together<Input, T>): ((input: Input) => Promise<T>) => {
    const waiting: Call<Input, T>[] = [];
    let isRunning = false;

    const run = async (calls: readonly Call<Input, T>[]): Promise<void> => {
      try {
        const results = await task(calls.map(({ input }) => input));
        calls.forEach(({ resolve }, n) => resolve(results[n]!));
      } catch (error) {
        if (calls.length === 1) calls[0]!.reject(error);
        else for (const call of calls) await run([call]);
      }
    };

    const runAll = async (): Promise<void> => {
      isRunning = true;
      // Lets the calls that begin together share the first run.
      await Promise.resolve();
      while (waiting.length > 0) await run(waiting.splice(0, most));
      isRunning = false;
    };

    return (input) =>
      new Promise<T>((resolve, reject) => {
        waiting.push({ input, resolve, reject });
        if (!isRunning) void runAll();
      });
  };

interface Call<Input, T> {
  readonly input: Input;
  readonly resolve: (result: T) => void;
  readonly reject: (error: unknown) => void;
}
