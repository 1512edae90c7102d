import { Router, type RequestHandler } from 'express';
import type { Area, EarlyResponses } from './areas.js';
import { crossOrigin, type Origins } from '../requests/cross-origin.js';
import { HttpError } from '../errors/problem.js';
import { pathBelow } from '../requests/near-path.js';
import { describingOperations } from './area-words.js';
import { versionPaths } from './area-index.js';
import { pathsIn, pathsOf, servesAny } from './paths.js';
import { prioritiesOf } from './priority.js';
import type { AreaDescription } from '../schema/model.js';
import type { Operation } from './declaration.js';
import { METHOD_NOT_ALLOWED } from '../schema/outcomes.js';

/** An area that is documented and served from the same operations. */
export interface AreaDeclaration<Parts> extends AreaDescription {
  readonly mount: `/${string}`;
  readonly operations: readonly Operation<Parts>[];
}

interface OpenOptions {
  /** The origins whose web pages may call the area. */
  readonly origins: Origins;
  /** Handlers that run before those of every path of the area, including unknown paths. */
  readonly before?: readonly RequestHandler[];
  /** The area's responses that bypass Express. */
  readonly early?: EarlyResponses;
}

/** Opens a declared area with its parts, its index of operations and its description in words. */
export function openArea<Parts>(
  declaration: AreaDeclaration<Parts>,
  parts: Parts,
  { origins, before = [], early }: OpenOptions,
): Area {
  const { name, mount, error, operations } = declaration;
  const router = Router();
  const first = [crossOrigin(origins), ...before];
  router.use(...first);
  const { index, words } = describingOperations(declaration);
  const indexes = ['/' as const, ...versionPaths(declaration)].map((path) => ({ ...index, path }));
  const opened = operations.map((operation) => withHandlers(operation, parts));
  const routes: readonly Operation<Parts>[] = [...indexes, ...opened, words];
  addRoutes<Parts>(router, routes, parts);
  const serves = servesAny(routes.flatMap(pathsIn));
  return {
    name,
    mount,
    router,
    error,
    serves,
    paths: pathsOf(operations),
    origins,
    priority: prioritiesOf(operations),
    direct: new Map(
      opened
        .filter(({ method, path }) => method !== 'get' && !path.includes('{'))
        .map(({ method, path, handlers }) => [
          { method: method.toUpperCase(), path },
          [...first, ...handlers(parts)],
        ]),
    ),
    ...(early !== undefined && { early }),
  };
}

/** The operation with its handlers made once, for all who serve it. */
function withHandlers<Parts>(operation: Operation<Parts>, parts: Parts): Operation<Parts> {
  const handlers = operation.handlers(parts);
  return { ...operation, handlers: () => handlers };
}

/** Adds the operations to the router: one route for each path, with HEAD, OPTIONS and 405. */
export function addRoutes<Parts>(
  router: Router,
  operations: readonly Operation<Parts>[],
  parts: Parts,
): void {
  const known = pathsOf(operations);
  const paths = new Map<string, Operation<Parts>[]>();
  for (const operation of operations)
    for (const path of pathsIn(operation)) paths.set(path, [...(paths.get(path) ?? []), operation]);
  for (const [path, there] of [...paths].sort(byFixedPathFirst)) {
    const methods = there.flatMap(({ method }) => (method === 'get' ? ['get', 'head'] : [method]));
    const allow = [...methods, 'options'].join(', ').toUpperCase();
    const at = router.route(path.replace(/\{(\w+)\}/g, ':$1'));
    const origins = there.find((operation) => operation.origins !== undefined)?.origins?.(parts);
    if (origins !== undefined) at.all(crossOrigin(origins));
    // Express lets HEAD follow GET.
    for (const { method, handlers } of there) at[method](...handlers(parts));
    at.options((_req, res) => {
      res.set('Allow', allow).status(204).end();
    });
    const headers = { Allow: there.find((operation) => operation.allow !== undefined)?.allow ?? allow };
    at.all((req) => {
      const below = pathBelow({ method: req.method, path }, known);
      const meant = below === undefined ? '' : `; did you mean ${below.method} ${req.baseUrl}${below.path}?`;
      const hint = `${req.method} is not a method of ${req.baseUrl}${path}, which takes ${headers.Allow}${meant}`;
      throw new HttpError({ ...METHOD_NOT_ALLOWED, hint, headers });
    });
  }
}

/** Sorts `/orders/new` before `/orders/{uuid}`, because Express takes the first match. */
const byFixedPathFirst = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  sortable(a) < sortable(b) ? -1 : 1;

/** The path in a form that sorts parameters after any fixed text. */
const sortable = (path: string): string => path.replace(/\{\w+\}/g, '\uffff');
