/**
 * Numbered ids under a prefix. With a prefix of its own for each process they are unique among all processes, and several
 * times cheaper than random ones.
 *
 * @example const requestIds = numberedIds(randomBytes(6).toString('hex')); // '9f86d081884c-1', '9f86d081884c-2', …
 */
export function numberedIds(prefix: string): () => string {
  let count = 0;
  return () => `${prefix}-${++count}`;
}
