import type { Request, RequestHandler, Response } from 'express';
import { areaOf, type Area } from '../operation/areas.js';
import { nearPath, type KnownPath } from '../requests/near-path.js';
import { UNKNOWN_PATH } from '../schema/outcomes.js';
import { HttpError } from '../errors/problem.js';
import { shown } from '../errors/shown.js';

interface Known {
  readonly areas: readonly Area[];
  /** The paths of the process itself. */
  readonly root: readonly KnownPath[];
}

/** Responds 404 to a path that nothing serves, with the known path that was probably meant. */
export function unknownPath({ areas, root }: Known): RequestHandler {
  const isListed = ['/', '/llms.txt'].every((listed) => root.some(({ path }) => path === listed));
  const index = isListed ? '; GET / and GET /llms.txt list what there is' : '';
  return (req, res) => {
    const asked = `${req.method} ${shown(req.baseUrl + req.path)}`;
    const near = nearPath(req, [...root, ...areas.flatMap((area) => pathsOf(area, req, res))]);
    const meant = near === undefined ? undefined : `${near.method} ${req.baseUrl}${near.path}`;
    const hint = `There is no ${asked}${meant === undefined ? index : `; did you mean ${meant}?`}`;
    throw new HttpError({ ...UNKNOWN_PATH, details: { path: shown(req.baseUrl + req.path) }, hint });
  };
}

/** The paths of the area as this caller reaches them: without the area's prefix if the request came to the area's own host. */
function pathsOf(area: Area, { path }: Request, res: Response): readonly KnownPath[] {
  const isAtRoot = areaOf(res) === area && path !== area.mount && !path.startsWith(`${area.mount}/`);
  return (area.paths ?? []).map((known) => (isAtRoot ? known : { ...known, path: area.mount + known.path }));
}
