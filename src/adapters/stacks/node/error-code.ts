/**
 * Returns the code of a failed network or file operation, because its message may quote what was sent. Rethrows an error without a
 * code.
 */
export function codeOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') return code;
  throw error;
}
