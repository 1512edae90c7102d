/**
 * Does the work for every item, at most `limit` at a time. One that fails does not keep the others from being done; the
 * first failure is thrown when all have ended.
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
  if (failures.length > 0) throw failures[0];
}
