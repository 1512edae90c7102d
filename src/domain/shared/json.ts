/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
/** An object of JSON values. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Names that change an object's prototype when it is copied field by field. */
export const UNSAFE_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor']);

/** The value of a JSON text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A replacer for JSON.stringify: bigints become text, since JSON numbers would lose digits. */
export const bigintAsText = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value;
