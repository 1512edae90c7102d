/** The command line is unusable: the program exits with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Does the work; an error names the option with the bad value. */
export function ofOption<T>(option: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new UsageError(`${option}: ${(error as Error).message}`, { cause: error });
  }
}
