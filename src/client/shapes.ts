import { TokensClientError } from './errors.js';

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isFiniteNumber = (value: unknown): value is number => Number.isFinite(value);

/** The response is not one of this service. */
export const unexpectedShape = (what: string, status?: number, cause?: unknown): TokensClientError =>
  new TokensClientError(`The response is not ${what}`, { code: 'unexpected-shape', status, cause });

/** The list in `field`. Throws unless every item passes `of`. */
export function listIn<T>(
  response: unknown,
  { field, of, what }: { field: string; of: (item: unknown) => item is T; what: string },
): readonly T[] {
  const items: unknown = isObject(response) ? response[field] : undefined;
  if (!Array.isArray(items) || !items.every(of)) throw unexpectedShape(what, 200);
  return items;
}
