/** Runs a task for one input of each key at a time, in the order of the calls. Inputs without a key do not wait. */
export function inTurn<T, Input>(
  task: (input: Input) => Promise<T>,
  keyOf: (input: Input) => unknown,
): (input: Input) => Promise<T> {
  const last = new Map<unknown, Promise<unknown>>();
  return async (input) => {
    const key = keyOf(input);
    if (key === undefined) return task(input);
    const before = last.get(key);
    const run = before === undefined ? task(input) : before.then(() => task(input));
    // The next one waits for this one, whatever becomes of it.
    const settled = run.then(
      () => undefined,
      () => undefined,
    );
    last.set(key, settled);
    await settled;
    if (last.get(key) === settled) last.delete(key);
    return run;
  };
}
