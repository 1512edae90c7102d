/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Start of the next page, for `cursor`; undefined on the last one. */
  readonly nextCursor: string | undefined;
  /** Total number of matches, if the service gives it. */
  readonly total?: number | undefined;
}

/** All items of a list, page by page: the next page is read when needed. */
export async function* itemsOf<T>(
  read: (cursor: string | undefined) => Promise<Page<T>>,
): AsyncGenerator<T, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    yield* page.items;
    // A server that repeats a cursor would cause an endless loop.
    if (page.nextCursor === cursor) return;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}
