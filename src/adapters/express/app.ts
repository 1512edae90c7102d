import type { RequestListener } from 'node:http';
import express, { type RequestHandler } from 'express';
import { earlyAnswers, mountAreas, type Area, type AreaHosts } from './areas.js';
import { errorResponses, notFound } from './error-responses.js';
import { securityHeaders } from './fixed-headers.js';
import { requestLog, type Logger } from './request-log.js';
import { rootRoutes, type RootOptions } from './root/area.js';

export interface AppOptions extends RootOptions {
  readonly areas: readonly Area[];
  /** Hosts that serve one area at their root; none when absent. */
  readonly hosts?: AreaHosts;
  /**
   * How many proxies stand in front, 0 when absent. What they say in X-Forwarded-For and X-Forwarded-Host is believed;
   * a number that is too high lets callers choose their address.
   */
  readonly trustProxy?: number;
  /** A new id for a request that brought none. */
  readonly requestIds: () => string;
  /** Nothing is logged without one. */
  readonly logger?: Logger | undefined;
}

/**
 * The HTTP interface of the areas it is given. It listens nowhere and starts nothing. Answers that an area has at hand
 * are sent before Express is entered; Express serves everything else.
 *
 * @throws when a host is given for an area that is not served.
 * @example
 * const swap = swapArea(core, { clock });
 * createServer(createApp({ areas: [swap], clock, requestIds: randomUUID, readiness })).listen(3000);
 */
export function createApp(options: AppOptions): RequestListener {
  const { areas, hosts = {}, trustProxy = 0, requestIds, logger, ...root } = options;
  const served = { areas, hosts, proxies: trustProxy };
  const app = express();
  // A hash over each body costs more than most answers save by it; areas that gain from tags set their own.
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.set('trust proxy', trustProxy);
  app.use(securityHeaders);
  app.use(notStored);
  mountAreas(app, served);
  app.use(rootRoutes(root));
  app.use(notFound);
  app.use(errorResponses(root));

  const log = requestLog(requestIds, logger);
  const answerEarly = earlyAnswers(served);
  return (req, res) => {
    log.name(req);
    if (answerEarly(req, res)) log.answeredAtOnce(req, res);
    else log.follow(req, res, () => void app(req, res));
  };
}

/** Caching is what a route asks for, never a proxy's guess. */
const notStored: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};
