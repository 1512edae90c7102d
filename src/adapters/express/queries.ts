/** Query values by name: text, or a list when a name is repeated, which no parameter allows. */
export type Query = Readonly<Record<string, unknown>>;

/** Whether the query has only these parameters. A response to any other is not kept. */
export const hasOnly = (query: Query, known: readonly string[]): boolean =>
  Object.keys(query).every((name) => known.includes(name));
