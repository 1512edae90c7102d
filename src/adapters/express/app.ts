import type { RequestListener } from 'node:http';
import type { AddressRates } from './address-limits.js';
import { namesSeveralHosts } from './caller.js';
import { crossOrigin, type Origins } from './cross-origin.js';
import { areaOf, earlyResponses, mountAreas, type Area, type AreaHosts } from './areas.js';
import { emptyApp } from './empty-app.js';
import { errorResponses } from './error-responses.js';
import { pathsOf } from './operation/open-area.js';
import { HttpError, type Problem } from './problem.js';
import { requestLog, type Logger } from './request-log.js';
import { rootOperations, rootRoutes, type RootOptions } from './root/area.js';
import { unknownPath } from './unknown-path.js';

/** What `createApp` serves, and how. */
export interface AppOptions extends RootOptions {
  readonly areas: readonly Area[];
  /** Hosts that serve one area at their root; none when absent. */
  readonly hosts?: AreaHosts;
  /**
   * The number of trusted proxies in front of the process, 0 when absent. Their X-Forwarded-For and X-Forwarded-Host are
   * believed: a number that is too high lets callers choose their address.
   */
  readonly trustProxy?: number;
  /** How often one address may make each kind of call; no limits when absent. Each process counts for itself. */
  readonly rates?: AddressRates;
  /** Returns a new id, for a request without one. */
  readonly requestIds: () => string;
  /** Nothing is logged without one. */
  readonly logger?: Logger | undefined;
  /** The origins whose web pages may read the response to such a path; every origin when absent. */
  readonly corsOrigins?: Origins;
  /** The response to a path that nothing serves: 404 when absent. */
  readonly unserved?: () => Problem;
}

/**
 * The HTTP interface of the given areas, as a listener for a server. Responses that an area has ready are sent before
 * Express is entered; Express serves everything else.
 *
 * @throws when a host is given for an area that is not served.
 * @example
 * const swap = swapArea(core, { clock });
 * createServer(createApp({ areas: [swap], clock, requestIds: randomUUID, readiness })).listen(3000);
 */
export function createApp(options: AppOptions): RequestListener {
  const { areas, hosts = {}, trustProxy = 0, rates = {}, requestIds, logger, unserved, ...rest } = options;
  const { corsOrigins = '*', ...root } = rest;
  const served = { areas, hosts, proxies: trustProxy };
  const app = emptyApp({ trustProxy, rates, clock: root.clock });
  mountAreas(app, served);
  app.use(rootRoutes(root));
  const outsideAreas = crossOrigin(corsOrigins);
  app.use((req, res, next) => (areaOf(res) === undefined ? outsideAreas(req, res, next) : next()));
  app.use(
    unserved === undefined
      ? unknownPath({ areas, root: pathsOf(rootOperations(root)) })
      : () => {
          throw new HttpError(unserved());
        },
  );
  app.use(errorResponses(root));

  const log = requestLog(requestIds, logger);
  const respondEarly = earlyResponses(served);
  return (req, res) => {
    log.name(req, res);
    if (!namesSeveralHosts(req) && respondEarly(req, res)) log.early(req, res);
    else log.follow(req, res, () => void app(req, res));
  };
}
