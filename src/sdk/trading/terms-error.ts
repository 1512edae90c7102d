/** Error about a term of an order. Nothing was signed. */
export class TermsError extends Error {
  override readonly name = 'TermsError';
  constructor(
    /** Term at fault, such as `sell`. */
    readonly field: string,
    message: string,
    /** Facts, such as the candidates of an ambiguous symbol. */
    readonly details?: object,
  ) {
    super(message);
  }
}

/** Requires the object that a term must be. @throws TermsError that names the term. */
export function requireObject(field: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) throw new TermsError(field, 'must be an object');
}
