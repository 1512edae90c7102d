import type { RequestListener } from 'node:http';
import express, { type RequestHandler } from 'express';
import helmet from 'helmet';
import { mountAreas, type Area, type AreaHosts } from './areas.js';
import { errorResponses, notFound } from './error-responses.js';
import { requestLog, type Logger } from './request-log.js';
import { rootController, type RootOptions } from './root-controller.js';

export interface AppOptions extends RootOptions {
  readonly areas: readonly Area[];
  /** Hosts that serve one area at their root; none when absent. */
  readonly hosts?: AreaHosts;
  /** A new id for a request that brought none. */
  readonly requestIds: () => string;
  /** Nothing is logged without one. */
  readonly logger?: Logger | undefined;
}

/**
 * The HTTP interface of the areas it is given. It listens nowhere and starts nothing. Answers that an area has prepared
 * are sent before Express is entered; Express serves everything else.
 *
 * @throws when a host is given for an area that is not served.
 * @example
 * const swap = swapArea(core, { clock });
 * createServer(createApp({ areas: [swap], clock, requestIds: randomUUID, readiness })).listen(3000);
 */
export function createApp({ areas, hosts = {}, requestIds, logger, ...root }: AppOptions): RequestListener {
  const app = express();
  // A hash over each body costs more than most answers save by it; areas that gain from tags set their own.
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.use(helmet());
  app.use(notStored);
  mountAreas(app, areas, hosts);
  app.use(rootController(root));
  app.use(notFound);
  app.use(errorResponses(root));

  const log = requestLog(requestIds, logger);
  const prepared = areas.flatMap((area) => area.prepared ?? []);
  return (req, res) => {
    log(req, res, () => {
      if (!prepared.some((answers) => answers.answer(req, res))) app(req, res);
    });
  };
}

/** Caching is what a route asks for, never a proxy's guess. */
const notStored: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};
