import type { Json } from './json.js';

/**
 * The canonical form of a JSON value (RFC 8785): no white space, names sorted by UTF-16 code units, text and numbers as in
 * JSON.stringify.
 */
export function canonicalJson(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const entries = Object.entries(value as Readonly<Record<string, Json>>).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner)}`).join(',')}}`;
}
