import { lettersBetween, oneInThree } from '../../../domain/shared/closest-name.js';

/** A method and a path, parameters in braces. */
export interface KnownPath {
  readonly method: string;
  readonly path: string;
}

/** Maximum number of segments. Longer paths are meaningless here, and comparing them is expensive. */
const MAX_SEGMENTS = 10;
/** Maximum distance between a known path and the requested one. An extra segment counts 1, as does a differing letter. */
const MAX_COST = 3;
const SKIPPED = 0.1;
const PARAMETER = 0.2;
const OTHER_METHOD = 0.5;

/**
 * The known path that a request for an unknown one probably means. Its last segments match those of the request except for a few
 * letters; its leading ones, such as the area's prefix, may be missing from the request. Undefined if no path is close.
 */
export function nearPath({ method, path }: KnownPath, known: readonly KnownPath[]): KnownPath | undefined {
  const asked = segmentsOf(path);
  if (asked.length === 0 || asked.length > MAX_SEGMENTS) return undefined;
  let nearest: KnownPath | undefined;
  let least = MAX_COST;
  for (const candidate of known) {
    const cost = costOf(asked, segmentsOf(candidate.path)) + (candidate.method === method ? 0 : OTHER_METHOD);
    if (cost >= least) continue;
    least = cost;
    nearest = candidate;
  }
  return nearest;
}

/** The known path below this one that takes the method, such as `POST /orders/new` for `POST /orders`. */
export const pathBelow = ({ method, path }: KnownPath, known: readonly KnownPath[]): KnownPath | undefined =>
  known.find((candidate) => candidate.method === method && candidate.path.startsWith(`${path}/`));

const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '');

/** Distance of the paths, comparing their segments from the last to the first. Infinity if the paths have too little in common. */
function costOf(asked: readonly string[], known: readonly string[]): number {
  let cost = 0;
  let at = known.length - 1;
  let isFixed = false;
  // The last segment, and a segment before a parameter, are compared only with the segment at the same position.
  let isPlaced = true;
  for (const segment of asked.toReversed()) {
    if (isPlaced && known[at]?.startsWith('{') === true) {
      cost += PARAMETER;
      at -= 1;
      continue;
    }
    let from = at;
    while (!isPlaced && from >= 0 && !isLike(segment, known[from]!)) from -= 1;
    const letters =
      from >= 0 && isLike(segment, known[from]!) ? lettersBetween(segment, known[from]!) : undefined;
    if (letters === undefined) {
      if (isPlaced) return Infinity;
      cost += 1;
      continue;
    }
    cost += letters + (at - from) * SKIPPED;
    at = from - 1;
    isFixed = true;
    isPlaced = known[at]?.startsWith('{') === true;
  }
  return isFixed && !isPlaced ? cost + (at + 1) * SKIPPED : Infinity;
}

const isLike = (segment: string, known: string): boolean =>
  lettersBetween(segment, known) <= oneInThree(known);
