/** Error for an unusable command line. The program then exits with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Runs `work`, and names the option in an error about its value. */
export function ofOption<T>(option: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new UsageError(`${option}: ${(error as Error).message}`, { cause: error });
  }
}
