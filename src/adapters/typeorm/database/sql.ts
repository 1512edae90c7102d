/** A piece of SQL and the values of its parameters, which are written `?`. */
export class Sql {
  constructor(
    readonly text: string,
    readonly values: readonly unknown[],
  ) {}
}

/**
 * Builds SQL around values: what is SQL already becomes part of the text, everything else a parameter.
 *
 * @example sql`SELECT * FROM orders WHERE owner = ${owner} AND ${isWanted}`
 */
export function sql(texts: TemplateStringsArray, ...parts: readonly unknown[]): Sql {
  let text = texts[0]!;
  const values: unknown[] = [];
  parts.forEach((part, index) => {
    text += part instanceof Sql ? part.text : '?';
    values.push(...(part instanceof Sql ? part.values : [part]));
    text += texts[index + 1]!;
  });
  return new Sql(text, values);
}

/** Puts the same text between pieces of SQL. */
export function joined(pieces: readonly Sql[], separator: string): Sql {
  const texts = pieces.map(({ text }) => text);
  return new Sql(
    texts.join(separator),
    pieces.flatMap(({ values }) => values),
  );
}

/** True where every condition is; always true without any. */
export const allOf = (conditions: readonly (Sql | undefined)[]): Sql => {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length === 0 ? sql`1 = 1` : joined(given, ' AND ');
};

/** SQL without a value in it. */
export const plain = (text: string): Sql => new Sql(text, []);
