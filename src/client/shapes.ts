import { TokensClientError } from './errors.js';

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isFiniteNumber = (value: unknown): value is number => Number.isFinite(value);

/** The address answers, but as another service. */
export const unexpectedShape = (what: string, status?: number, cause?: unknown): TokensClientError =>
  new TokensClientError(`The answer is not ${what}`, { code: 'unexpected-shape', status, cause });

/** The list under `field`, when every item is as it should be. */
export function listIn<T>(
  answer: unknown,
  { field, of, what }: { field: string; of: (item: unknown) => item is T; what: string },
): readonly T[] {
  const items: unknown = isObject(answer) ? answer[field] : undefined;
  if (!Array.isArray(items) || !items.every(of)) throw unexpectedShape(what, 200);
  return items;
}
