import type { CoreError } from '../../../application/core-error.js';
import type { Result } from '../../../domain/shared/result.js';
import { codeOf, ERRORS } from './codes.js';
import { HttpError, type Problem } from './problem.js';
import type { Kind, Row } from './row.js';

/**
 * The HTTP status of every error of the core, by kind: 400 to 599.
 *
 * @example STATUS['order-not-found'] // 404
 */
export const STATUS = Object.fromEntries(
  Object.entries(ERRORS).map(([kind, { status }]) => [kind, status]),
) as Readonly<Record<Kind, number>>;

/** The value of the result. @throws HttpError when the result is an error of the core. */
export function valueOrThrow<T>(result: Result<T, CoreError>): T {
  if (result.ok) return result.value;
  throw new HttpError(problemOf(result.error), { cause: result.error });
}

/** The response to the error, from the error's row in the table. */
export function problemOf<E extends CoreError>(error: E): Problem {
  const { status, sentence, remedy, details, hint, retryAfter } = ERRORS[error.kind] as Row<E>;
  const help = hint === 'remedy' ? remedy : hint?.(error);
  const seconds = typeof retryAfter === 'function' ? retryAfter(error) : retryAfter;
  return {
    status,
    code: codeOf(error.kind),
    error: typeof sentence === 'function' ? sentence(error) : sentence,
    ...(details !== undefined && { details: details(error) }),
    ...(help !== undefined && { hint: help }),
    ...(seconds !== undefined && { headers: { 'Retry-After': String(seconds) } }),
  };
}
