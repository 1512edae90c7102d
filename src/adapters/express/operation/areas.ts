import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express, RequestHandler, Response, Router } from 'express';
import { addressOf, hostOf } from '../requests/caller.js';
import { isPreflight, type Origins } from '../requests/cross-origin.js';
import type { KnownPath } from '../requests/near-path.js';
import type { ErrorShape } from '../schema/common-schemas.js';
import type { Priority } from '../schema/priority.js';
import { usualPriority } from './priority.js';

/** One service of the HTTP interface. */
export interface Area {
  readonly name: string;
  /** The prefix of its routes on the shared host, such as `/swap`. */
  readonly mount: `/${string}`;
  /** Routes of the area, without the prefix. */
  readonly router: Router;
  /** Whether one of its routes has the path, given without prefix and query. */
  readonly serves: (path: string) => boolean;
  /** Error body of the area. */
  readonly error: ErrorShape;
  /** Methods and paths of the area, without the prefix: mistyped paths are compared with them. */
  readonly paths?: readonly KnownPath[];
  /** The handlers of its changes at fixed paths, which need no search for a route. Those of the router are the same. */
  readonly direct?: ReadonlyMap<KnownPath, readonly RequestHandler[]>;
  /** Responses of the area that bypass Express. */
  readonly early?: EarlyResponses;
  /** The origins whose web pages may read its responses; none if absent. */
  readonly origins?: Origins;
  /** Priority of a request, its path given without prefix and query. If absent, the method alone decides. */
  readonly priority?: (method: string, path: string) => Priority;
}

/** A GET or HEAD request as an area sees it before Express. */
export interface Visit {
  /** Path and query without the area's prefix. */
  readonly url: string;
  /** The address the request came from. */
  readonly address: () => string;
}

/** Prepared responses of an area. */
export interface EarlyResponses {
  /** Sends the response if it is prepared. Otherwise returns false, and the area's routes respond. */
  respondEarly(req: IncomingMessage, res: ServerResponse, visit: Visit): boolean;
}

/** Host names by area name, without port. Such a host serves its area at its root, without the prefix. */
export type AreaHosts = Readonly<Record<string, string>>;

export interface Served {
  readonly areas: readonly Area[];
  readonly hosts: AreaHosts;
  /** The number of trusted proxies in front of the process. */
  readonly proxies: number;
}

export function mountAreas(app: Express, { areas, hosts, proxies }: Served): void {
  for (const [host, area] of areasByHost({ areas, hosts })) {
    const enter = entering(area);
    app.use((req, res, next) => (hostOf(req, proxies) === host ? enter(req, res, next) : next()));
  }
  for (const area of areas) app.use(area.mount, entering(area));
}

/** Returns a function that sends a response that an area has prepared. The function returns false if Express must respond. */
export function earlyResponses(served: Served): (req: IncomingMessage, res: ServerResponse) => boolean {
  const { proxies } = served;
  const byHost = areasByHost(served);
  const mounted = served.areas.flatMap(({ mount, early }) =>
    early === undefined ? [] : [{ prefix: `${mount}/`, length: mount.length, early }],
  );
  return (req, res) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return false;
    const url = req.url ?? '';
    const address = () => addressOf(req, proxies);
    if (byHost.size > 0) {
      const early = byHost.get(hostOf(req, proxies) ?? '')?.early;
      if (early?.respondEarly(req, res, { url, address })) return true;
    }
    for (const { prefix, length, early } of mounted) {
      if (url.startsWith(prefix)) return early.respondEarly(req, res, { url: url.slice(length), address });
    }
    return false;
  };
}

/** The area that a request belongs to, if any, and the request's priority. */
export interface Ranking {
  readonly area: Area | undefined;
  readonly priority: Priority;
}

/**
 * Returns a function that ranks a request before Express sees it.
 *
 * @param outside gives the priority of a path outside the areas.
 */
export function ranking(
  served: Served,
  outside: (method: string, path: string) => Priority,
): (req: IncomingMessage) => Ranking {
  const byHost = areasByHost(served);
  return (req) => {
    const method = isPreflight(req) ? req.headers['access-control-request-method']! : (req.method ?? '');
    const [path = ''] = (req.url ?? '').split('?', 1);
    const rankIn = (area: Area | undefined, inside: string): Ranking[] =>
      area === undefined
        ? []
        : [{ area, priority: area.priority?.(method, inside) ?? usualPriority(method) }];
    const below = served.areas.find(({ mount }) => path.startsWith(`${mount}/`));
    const ranked = [
      ...rankIn(byHost.get(hostOf(req, served.proxies) ?? ''), path),
      ...rankIn(below, path.slice(below?.mount.length)),
      { area: undefined, priority: outside(method, path) },
    ];
    return ranked.find(({ priority }) => priority === 'urgent') ?? ranked[0]!;
  };
}

/** @throws when a host is given for an area that is not served. */
function areasByHost({ areas, hosts }: Pick<Served, 'areas' | 'hosts'>): ReadonlyMap<string, Area> {
  return new Map(
    Object.entries(hosts).map(([name, host]) => {
      const area = areas.find((candidate) => candidate.name === name);
      if (area === undefined)
        throw new Error(`the host ${host} is given for the area ${name}, which is not served`);
      return [host.toLowerCase(), area];
    }),
  );
}

/** Notes that the request has come to the area. */
export function enter(area: Area, { url }: Pick<IncomingMessage, 'url'>, { locals }: Response): void {
  locals['area'] = area;
  locals['areaUrl'] = url;
}

/** Passes a request to the area's router. */
export const entering =
  (area: Area): RequestHandler =>
  (req, res, next) => {
    enter(area, req, res);
    area.router(req, res, next);
  };

/** Gives the errors of all later routes this body in place of the area's. */
export const respondingToErrorsAs =
  (shape: ErrorShape): RequestHandler =>
  (_req, res, next) => {
    res.locals['errorShape'] = shape;
    next();
  };

/** The error body of the operation or the area that a request came to, if any. */
export const errorShapeOf = (res: Response): ErrorShape | undefined =>
  (res.locals['errorShape'] as ErrorShape | undefined) ?? areaOf(res)?.error;

/** The area that a request came to, if any. */
export const areaOf = (res: Response): Area | undefined => res.locals['area'] as Area | undefined;

/** Path and query without the prefix of the area that the request came to. */
export const areaUrl = (res: Response): string => res.locals['areaUrl'] as string;
