/** The outcome of an operation with expected failures. Bugs and broken infrastructure are thrown instead. */
export type Result<T, E> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

/**
 * A successful result.
 *
 * @example
 * ok(42); // { ok: true, value: 42 }
 */
export function ok(): { readonly ok: true; readonly value: undefined };
export function ok<T>(value: T): { readonly ok: true; readonly value: T };
export function ok(value?: unknown): { readonly ok: true; readonly value: unknown } {
  return { ok: true, value };
}

/**
 * A failed result.
 *
 * @example
 * err({ kind: 'order-not-found' });
 */
export const err = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error });

/** Reason why a value from unknown input was refused. `reason` completes a sentence that starts with the value's name. */
export interface Invalid<Kind extends string> {
  readonly kind: Kind;
  readonly reason: string;
}

/**
 * The value of a result that cannot have failed.
 *
 * @throws Error if the result has failed, which is a bug of the caller. The message has the kind and reason of the result's error,
 * which is the cause.
 * @example
 * const slippage = unwrap(parseSlippage(0.01));
 */
export function unwrap<T>(result: Result<T, unknown>): T {
  if (result.ok) return result.value;
  const { kind, reason } = (result.error ?? {}) as { readonly kind?: unknown; readonly reason?: unknown };
  const told = [kind, reason].filter((part) => typeof part === 'string');
  throw new Error(`the result is an error${told.length === 0 ? '' : `: ${told.join(', ')}`}`, {
    cause: result.error,
  });
}
