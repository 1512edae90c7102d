import { Router, type RequestHandler } from 'express';
import type { Area, EarlyResponses } from '../areas.js';
import { crossOrigin } from '../cross-origin.js';
import { route } from '../methods.js';
import type { AreaDescription, Method } from './model.js';
import type { Operation } from './operation.js';

/** An area that is described and served from the same operations, over its parts. */
export interface AreaDeclaration<Parts> extends AreaDescription {
  readonly mount: `/${string}`;
  readonly operations: readonly Operation<Parts>[];
}

interface OpenOptions {
  /** Run ahead of every path of the area, unknown ones included. */
  readonly before?: readonly RequestHandler[];
  /** The area's responses that are sent before Express is entered. */
  readonly early?: EarlyResponses;
}

/** Opens a declared area over its parts. */
export function openArea<Parts>(
  { name, mount, errorBody, operations }: AreaDeclaration<Parts>,
  parts: Parts,
  { before = [], early }: OpenOptions = {},
): Area {
  const router = Router();
  if (before.length > 0) router.use(...before);
  addRoutes(router, operations, parts);
  return { name, mount, router, errorBody, ...(early !== undefined && { early }) };
}

/** Adds the operations to the router: one route for each path, with HEAD, OPTIONS and 405. */
export function addRoutes<Parts>(
  router: Router,
  operations: readonly Operation<Parts>[],
  parts: Parts,
): void {
  const paths = new Map<string, Operation<Parts>[]>();
  for (const operation of operations) {
    paths.set(operation.path, [...(paths.get(operation.path) ?? []), operation]);
  }
  for (const [path, there] of [...paths].sort(byFixedPathFirst)) {
    const handlers: Partial<Record<Method, RequestHandler[]>> = {};
    for (const { method, handlers: handlersOf } of there) handlers[method] = [...handlersOf(parts)];
    const origins = there.find((operation) => operation.origins !== undefined)?.origins?.(parts);
    const before = origins === undefined ? [] : [crossOrigin(origins)];
    const allow = there.find((operation) => operation.allow !== undefined)?.allow;
    route(router, path.replace(/\{(\w+)\}/g, ':$1'), handlers, before, allow);
  }
}

/** Express takes the first path that fits: `/orders/new` must come before `/orders/{uuid}`. */
const byFixedPathFirst = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  sortable(a) < sortable(b) ? -1 : 1;

/** The path with its parameters behind every character of a fixed part. */
const sortable = (path: string): string => path.replace(/\{\w+\}/g, '\uffff');
