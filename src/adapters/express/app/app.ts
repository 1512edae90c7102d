import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Router } from 'express';
import {
  aFunction,
  anObject,
  anything,
  checkArgument,
  type Checks,
} from '../../../domain/shared/option-checks.js';
import { err, ok } from '../../../domain/shared/result.js';
import type { CallersPositions } from '../../../ports/index.js';
import type { AddressRates } from '../requests/address-limits.js';
import type { SharedCounts } from '../requests/shared-counts.js';
import type { Admission } from '../requests/admission.js';
import { namesSeveralHosts } from '../requests/caller.js';
import { crossOrigin, origins, type Origins } from '../requests/cross-origin.js';
import {
  areaOf,
  earlyResponses,
  mountAreas,
  ranking,
  type Area,
  type AreaHosts,
} from '../operation/areas.js';
import { directRoutes } from './direct-routes.js';
import { emptyApp, PRELUDE } from './empty-app.js';
import { errorResponses } from '../operation/error-responses.js';
import { pathsOf } from '../operation/paths.js';
import { prioritiesOf } from '../operation/priority.js';
import { HttpError, type Problem } from '../errors/problem.js';
import { requestLog, type Logger } from '../requests/request-log.js';
import { followPositions } from '../requests/positions.js';
import { ROUTER_CHECKS } from '../requests/router-options.js';
import { rootOperations, rootRoutes, type RootOptions } from '../root/area.js';
import { respondOverloaded } from './overloaded.js';
import { unknownPath } from './unknown-path.js';

/** Options of `createApp`. */
export interface AppOptions extends RootOptions {
  readonly areas: readonly Area[];
  /** Hosts that each serve one area at their root; none when absent. */
  readonly hosts?: AreaHosts;
  /**
   * The number of trusted proxies in front of the process, 0 when absent. Their X-Forwarded-For and X-Forwarded-Host are
   * believed: a number that is too high lets callers choose their address.
   */
  readonly trustProxy?: number;
  /** Limits on each kind of call from one address; none if absent. Each process counts for itself, unless it shares the counts. */
  readonly rates?: AddressRates;
  /** Counts of calls of other processes at the same address; none when absent. */
  readonly counts?: SharedCounts | undefined;
  /** Delays or sheds requests while there are too many, except those whose response is at hand; every one starts at once if absent. */
  readonly admission?: Pick<Admission, 'admit'>;
  /** Returns a new id for a request without one. */
  readonly requestIds: () => string;
  /** Nothing is logged if absent. */
  readonly logger?: Logger | undefined;
  /** Whether the log has callers' addresses, which are personal data; false when absent. */
  readonly logAddresses?: boolean;
  /** Returns the id of the trace that a request belongs to, for its line in the log; none when absent. */
  readonly traceOf?: (req: IncomingMessage) => string | undefined;
  /** The origins whose web pages may read the response to an unserved path; every origin when absent. */
  readonly corsOrigins?: Origins;
  /** The page for people, as `webPage` makes it, and its path: `/`, or one such as `/ui` that no area uses. None when absent. */
  readonly page?: { readonly path: `/${string}`; readonly router: Router } | undefined;
  /** Positions of callers in the database's history, if replicas serve reads: `positions` of the storage’s replicas. */
  readonly positions?: CallersPositions | undefined;
  /** The response to a path that nothing serves: 404 when absent. */
  readonly unserved?: () => Problem;
}

const CHECKS: Checks<keyof Required<AppOptions>> = {
  areas: (raw) => (Array.isArray(raw) ? ok(raw) : err({ reason: 'must be a list of areas' })),
  hosts: anObject('an object such as { swap: "swap.example.org" }'),
  trustProxy: ROUTER_CHECKS.trustProxy,
  rates: ROUTER_CHECKS.rates,
  counts: anything,
  admission: anObject('an Admission'),
  requestIds: ROUTER_CHECKS.requestIds,
  logger: ROUTER_CHECKS.logger,
  positions: anObject('the positions of a storage’s replicas'),
  logAddresses: anything,
  traceOf: aFunction('a function that returns the id of a trace'),
  page: anObject('an object such as { path: "/", router: webPage(…) }'),
  unserved: aFunction('a function that returns a problem'),
  clock: ROUTER_CHECKS.clock,
  corsOrigins: origins,
  build: anObject('an object such as { version: "1.2.3" }'),
  readiness: aFunction('a function that resolves to { ready, reasons }'),
  devnet: anything,
  metrics: anything,
  openApi: anObject('what openApiDocument returns'),
  words: anObject('an object such as { llmsIndex, llmsText }'),
  about: anObject(),
};

/**
 * The HTTP interface of the given areas, as a listener for a server. Responses that an area has prepared bypass Express, which
 * serves everything else.
 *
 * @throws RangeError that names every unknown or out-of-range option. Error when a host is given for an area that is not served.
 * @example
 * const swap = swapArea(core, { clock });
 * createServer(createApp({ areas: [swap], clock, requestIds: randomUUID, readiness })).listen(3000);
 */
export function createApp(options: AppOptions): RequestListener {
  checkArgument('the options of createApp', options, CHECKS, ['areas', 'clock', 'requestIds', 'readiness']);
  const {
    areas,
    hosts = {},
    trustProxy = 0,
    rates = {},
    unserved,
    page,
    positions,
    admission,
    ...rest
  } = options;
  const { requestIds, logger, logAddresses = false, traceOf, corsOrigins = '*', counts, ...root } = rest;
  const served = { areas, hosts, proxies: trustProxy };
  const app = emptyApp({ trustProxy, rates, counts, clock: root.clock });
  const follow = positions === undefined ? [] : [followPositions(positions)];
  for (const handler of follow) app.use(handler);
  mountAreas(app, served);
  if (page !== undefined) app.use(page.path, page.router);
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
  const respondToError = errorResponses(root);
  app.use(respondToError);

  const addressBehind = logAddresses ? trustProxy : undefined;
  const log = requestLog({ requestIds, logger, addressBehind, traceOf });
  const respondEarly = earlyResponses(served);
  const respondDirectly = directRoutes(app, { ...served, prelude: [...PRELUDE, ...follow], respondToError });
  const respond = (req: IncomingMessage, res: ServerResponse) => {
    if (!respondDirectly(req, res)) void app(req, res);
  };
  const rank = ranking(served, prioritiesOf(rootOperations(root)));
  return (req, res) => {
    log.name(req, res);
    if (!namesSeveralHosts(req) && respondEarly(req, res)) return log.early(req, res);
    const start = () => log.follow(req, res, () => respond(req, res));
    if (admission === undefined) return start();
    log.arrived(res);
    const { area, priority } = rank(req);
    admission.admit(priority, {
      start,
      shed: () => respondOverloaded(req, res, { area, outside: corsOrigins, at: root.clock.now() }),
      isGone: () => req.socket.destroyed,
    });
  };
}
