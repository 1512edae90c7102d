import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorRequestHandler, Express, NextFunction, Request, RequestHandler, Response } from 'express';
import { enter, type Area, type Served } from '../operation/areas.js';
import { hostOf } from '../requests/caller.js';

interface DirectRoutes extends Served {
  /** Handlers of every request, before those of its area. */
  readonly prelude: readonly RequestHandler[];
  readonly respondToError: ErrorRequestHandler;
}

/**
 * Serves changes at fixed paths, such as new orders, by the same handlers in the same order as the app, but without its search for
 * the route among all others, which takes longer than most of the handlers. Returns false for any other request.
 */
export function directRoutes(
  app: Express,
  { areas, hosts, proxies, prelude, respondToError }: DirectRoutes,
): (req: IncomingMessage, res: ServerResponse) => boolean {
  const routes = new Map<string, readonly RequestHandler[]>(
    areas.flatMap((area) =>
      [...(area.direct ?? [])].map(([{ method, path }, handlers]) => {
        const all = [...prelude, entering(area, path), ...handlers];
        return [`${method} ${area.mount}${path}`, all] as const;
      }),
    ),
  );
  const ownHosts = new Set(Object.values(hosts).map((host) => host.toLowerCase()));
  return (req, res) => {
    const handlers = routes.get(`${req.method} ${req.url}`);
    if (handlers === undefined || (ownHosts.size > 0 && ownHosts.has(hostOf(req, proxies) ?? '')))
      return false;
    run(handlers, respondToError, asOf(app, req, res));
    return true;
  };
}

interface Exchange {
  readonly req: Request;
  readonly res: Response;
}

/** The request and the response with the methods that the app gives them. */
function asOf(app: Express, incoming: IncomingMessage, outgoing: ServerResponse): Exchange {
  const req = Object.setPrototypeOf(incoming, app.request as object) as Request;
  const res = Object.setPrototypeOf(outgoing, app.response as object) as Response;
  req.res = res;
  res.req = req;
  res.locals = Object.create(null) as Response['locals'];
  req.originalUrl = req.url;
  req.params = {};
  return { req, res };
}

/** Notes the area as `mountAreas` does. */
const entering =
  (area: Area, path: string): RequestHandler =>
  (req, res, next) => {
    req.baseUrl = area.mount;
    req.url = path;
    enter(area, req, res);
    next();
  };

/** Runs the handlers, each of which responds or calls the next. */
function run(
  handlers: readonly RequestHandler[],
  respondToError: ErrorRequestHandler,
  { req, res }: Exchange,
): void {
  let at = 0;
  const next: NextFunction = (thrown?: unknown) => {
    if (thrown !== undefined) return void respondToError(thrown, req, res, next);
    try {
      const done: unknown = handlers[at++]!(req, res, next);
      if (done instanceof Promise)
        done.catch((error: unknown) => next(error ?? new Error('rejected without an error')));
    } catch (error) {
      next(error);
    }
  };
  next();
}
