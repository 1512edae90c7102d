/**
 * Something outside the program keeps it from starting, and the operator can mend it: a setting, the database, the port.
 * The message says what and how, and is shown alone. It holds no secret.
 */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}
