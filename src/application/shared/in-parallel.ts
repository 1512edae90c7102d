/**
 * Runs `work` on every item in order, at most `limit` at a time; a function gives the limit of each moment. A failure does not stop
 * the other items.
 *
 * @throws after all have ended: a single failure itself, several as an AggregateError.
 */
export async function inParallel<T>(
  items: Iterable<T> | AsyncIterable<T>,
  limit: number | (() => number),
  work: (item: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  const most = typeof limit === 'number' ? () => limit : limit;
  let [count, running] = [0, 0];
  let wake = () => {};
  const oneEnds = () => new Promise<void>((ended) => (wake = ended));
  const start = async (item: T) => {
    await work(item).catch((error: unknown) => void failures.push(error));
    running -= 1;
    wake();
  };
  try {
    for await (const item of items) {
      while (running >= most()) await oneEnds();
      [count, running] = [count + 1, running + 1];
      void start(item);
    }
  } catch (error) {
    failures.push(error);
  }
  while (running > 0) await oneEnds();
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} of ${count} failed`);
  if (failures.length === 1) throw failures[0];
}
