import type { KnownPath } from '../requests/near-path.js';
import type { OperationDescription } from '../schema/model.js';

type WithPath = Pick<OperationDescription, 'path' | 'alias'>;

/** The paths of an operation. */
export const pathsIn = ({ path, alias }: WithPath): readonly string[] =>
  alias === undefined ? [path] : [path, alias];

/** The methods and paths of the operations. */
export const pathsOf = (
  operations: readonly (WithPath & Pick<OperationDescription, 'method'>)[],
): readonly KnownPath[] =>
  operations.flatMap((one) => pathsIn(one).map((path) => ({ method: one.method.toUpperCase(), path })));

/** Returns a test for whether a path is one of these. Like Express, it ignores letter case and a trailing slash. */
export function servesAny(paths: readonly string[]): (path: string) => boolean {
  const patterns = [...new Set(paths)].map((path) =>
    path.replace(/\.|\{\w+\}/g, (part) => (part === '.' ? '\\.' : '[^/]+')),
  );
  const fits = new RegExp(`^(?:${patterns.join('|')})/?$`, 'i');
  return (path) => fits.test(path);
}
