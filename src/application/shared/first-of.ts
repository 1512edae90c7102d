/** The first item that passes a test which may take time; undefined if none does. Later items are not tested. */
export async function firstOf<T>(
  items: readonly T[],
  passes: (item: T) => Promise<boolean>,
): Promise<T | undefined> {
  for (const item of items) if (await passes(item)) return item;
  return undefined;
}
