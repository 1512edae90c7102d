/** A piece of SQL: the text around its values. Values are always parameters, so text is never scanned for them. */
export class Sql {
  constructor(
    /** The text before, between and after the values: one more piece than there are values. */
    readonly texts: readonly string[],
    readonly values: readonly unknown[],
    /** Whether connections keep the plan of the statement. */
    readonly isPrepared = false,
  ) {}
}

/**
 * Builds a statement: an `Sql` part becomes part of its text, everything else a parameter.
 *
 * @example sql`SELECT * FROM orders WHERE owner = ${owner} AND ${condition}`
 */
export function sql(texts: TemplateStringsArray, ...parts: readonly unknown[]): Sql {
  if (!parts.some((part) => part instanceof Sql)) return new Sql(texts, parts);
  const pieces = parts.flatMap((part, n) => [
    part instanceof Sql ? part : new Sql(['', ''], [part]),
    plain(texts[n + 1]!),
  ]);
  return joined([plain(texts[0]!), ...pieces], '');
}

/**
 * The same statement, planned once per connection: on Postgres, planning costs more than finding a row by its key. Only for a
 * whole statement whose plan does not depend on its values, and not for `SELECT *`: a migration that adds a column would make the
 * kept plan fail.
 */
export const prepared = ({ texts, values }: Sql): Sql => new Sql(texts, values, true);

/** The text of a statement, with a placeholder for each value. */
export const textOf = (texts: readonly string[], placeholder: (n: number) => string): string =>
  texts.reduce((before, after, n) => before + placeholder(n) + after);

/** Pieces of SQL with the same text between them. */
export function joined(pieces: readonly Sql[], separator: string): Sql {
  const texts: string[] = [];
  const values: unknown[] = [];
  for (const piece of pieces) {
    const [first, ...rest] = piece.texts;
    if (texts.length === 0) texts.push(first!);
    else texts[texts.length - 1] += separator + first!;
    texts.push(...rest);
    values.push(...piece.values);
  }
  return new Sql(texts.length === 0 ? [''] : texts, values);
}

/** The values as a row: `(a, b, c)`. */
export const rowOf = (values: readonly unknown[]): Sql =>
  new Sql(['(', ...values.slice(1).map(() => ', '), ')'], values);

/** Inserts a row whose property names are column names. */
export const insertInto = (table: string, row: object): Sql =>
  sql`INSERT INTO ${plain(table)} (${columnsOf(row)}) VALUES ${rowOf(Object.values(row))}`;

/** The names of the row's columns. */
export const columnsOf = (row: object): Sql => plain(Object.keys(row).join(', '));

/** The columns of `Dialect.records` with the names of the row's properties. */
export const recordColumnsOf = (row: object): Sql =>
  plain(
    Object.keys(row)
      .map((name) => `r.${name}`)
      .join(', '),
  );

/** Condition that is true if all of these are, or if there are no conditions. */
export const allOf = (conditions: readonly (Sql | undefined)[]): Sql => {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length === 0 ? sql`1 = 1` : joined(given, ' AND ');
};

/** SQL without parameters. Never build it from input. */
export const plain = (text: string): Sql => new Sql([text], []);
