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
