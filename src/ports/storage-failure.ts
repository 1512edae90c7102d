/**
 * Thrown by storage that refuses a statement or cannot be reached. Carries only the driver's message and code: a statement's
 * parameters, and a row quoted by a driver, may hold signatures and keys.
 */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure';

  constructor(
    message: string,
    /** The driver's code, such as `23505` or `SQLITE_FULL`; undefined if it gave none. */
    readonly code: string | undefined,
    /**
     * Whether the database is unavailable for now: not reached in time, shutting down, out of space, read-only or gone. The same
     * statement may succeed later; whether it took effect this time is unknown.
     */
    readonly isOutage: boolean,
  ) {
    super(message);
  }
}
