/**
 * A problem outside the program that keeps it from starting and that the operator can fix: a setting, the database, the port. The
 * message says what and how, and is shown alone. It contains no secret.
 */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}
