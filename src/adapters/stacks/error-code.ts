/**
 * The code of a failed network or file operation, such as `ECONNRESET`. The message is omitted because it can quote what was
 * sent. Rethrows an error without a code, which is a bug.
 */
export function codeOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') return code;
  throw error;
}
