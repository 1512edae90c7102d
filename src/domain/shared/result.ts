/** The outcome of something that is expected to go wrong at times. Failures and bugs are thrown instead. */
export type Result<T, E> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export function ok(): { readonly ok: true; readonly value: undefined };
export function ok<T>(value: T): { readonly ok: true; readonly value: T };
export function ok(value?: unknown): { readonly ok: true; readonly value: unknown } {
  return { ok: true, value };
}

export const err = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error });

/** The value of a result that cannot have failed. Throws if it has: that is a bug of the caller. */
export function unwrap<T>(result: Result<T, unknown>): T {
  if (result.ok) return result.value;
  throw new Error('unwrapped an error result', { cause: result.error });
}
