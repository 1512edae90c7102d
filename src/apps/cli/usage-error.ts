/** The command line is unusable: the program exits with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Does the work; what it throws names the option whose value is at fault. */
export function ofOption<T>(option: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new UsageError(`${option}: ${(error as Error).message}`, { cause: error });
  }
}
