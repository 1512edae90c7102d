/**
 * A problem outside the program that keeps it from starting and that the operator can fix, such as a setting, the database or the
 * port. The message says what is wrong and how to fix it, and is shown without a stack. It contains no secret.
 */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}
