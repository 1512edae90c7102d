import type { Express, RequestHandler, Response, Router } from 'express';
import type { PreparedAnswers } from './prepared-answers.js';
import type { Problem } from './problem.js';

/** One of the services behind the port. */
export interface Area {
  readonly name: string;
  /** Where its routes stand on the shared host, such as `/swap`. */
  readonly mount: `/${string}`;
  /** Its routes, as they stand at the root of a host of its own. */
  readonly router: Router;
  /** The area's own error body. */
  readonly errorBody: (problem: Problem, at: Date) => object;
  /** Its answers that many callers share. */
  readonly prepared?: PreparedAnswers;
}

/** Host names by area name, without port. A request to such a host is served as if the area stood at its root. */
export type AreaHosts = Readonly<Record<string, string>>;

/** @throws when a host is given for an area that is not served. */
export function mountAreas(app: Express, areas: readonly Area[], hosts: AreaHosts): void {
  for (const [name, host] of Object.entries(hosts)) {
    const area = areas.find((candidate) => candidate.name === name);
    if (area === undefined)
      throw new Error(`the host ${host} is given for the area ${name}, which is not served`);
    app.use(onHost(host.toLowerCase(), area));
  }
  for (const area of areas) app.use(area.mount, entering(area), area.router);
}

function onHost(host: string, area: Area): RequestHandler {
  return (req, res, next) => {
    // Express leaves the property undefined when the header is missing, whatever its types say.
    const asked = req.hostname as string | undefined;
    if (asked?.toLowerCase() !== host) return next();
    enter(res, area);
    area.router(req, res, next);
  };
}

const entering =
  (area: Area): RequestHandler =>
  (_req, res, next) => {
    enter(res, area);
    next();
  };

function enter(res: Response, area: Area): void {
  res.locals['area'] = area;
}

/** The area that a request came to, if any. */
export const areaOf = (res: Response): Area | undefined => res.locals['area'] as Area | undefined;
