/**
 * Runs `work` on every item in order, at most `limit` at a time. A failure does not stop the other items.
 *
 * @throws after all have ended: a single failure itself, several as an AggregateError.
 */
export async function inParallel<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item).catch((error: unknown) => void failures.push(error));
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} of ${items.length} failed`);
  if (failures.length === 1) throw failures[0];
}
