import type { RequestHandler, Router } from 'express';
import { HttpError } from './problem.js';

type Method = 'get' | 'post' | 'patch' | 'put' | 'delete';

/**
 * Registers a path with the methods it has. HEAD follows GET; OPTIONS returns Allow; any other method gets 405.
 *
 * @param before runs ahead of every method, OPTIONS included.
 * @param allowOnError the Allow of a 405, where clients know another than the path's methods.
 */
export function route(
  router: Router,
  path: string,
  handlers: Partial<Record<Method, RequestHandler | RequestHandler[]>>,
  before: readonly RequestHandler[] = [],
  allowOnError?: string,
): void {
  const known = Object.keys(handlers) as Method[];
  const allow = [...known.flatMap((method) => (method === 'get' ? ['get', 'head'] : [method])), 'options']
    .join(', ')
    .toUpperCase();
  const at = router.route(path);
  if (before.length > 0) at.all(...before);
  for (const method of known) at[method](...[handlers[method]!].flat());
  at.options((_req, res) => {
    res.set('Allow', allow).status(204).end();
  });
  at.all(() => {
    throw methodNotAllowed(allowOnError ?? allow);
  });
}

/** @param allow the methods to name in the header Allow. */
export const methodNotAllowed = (allow: string): HttpError =>
  new HttpError({
    status: 405,
    error: 'Method not allowed',
    code: 'method-not-allowed',
    headers: { Allow: allow },
  });
