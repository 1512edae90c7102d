import express, { type Express, type RequestHandler } from 'express';
import type { Clock } from '../../../ports/index.js';
import { AddressLimits, addressLimits, type AddressRates } from '../requests/address-limits.js';
import type { SharedCounts } from '../requests/shared-counts.js';
import { namesSeveralHosts } from '../requests/caller.js';
import { securityHeaders } from '../operation/fixed-headers.js';
import { fault, HttpError } from '../errors/problem.js';

interface EmptyAppOptions {
  readonly clock: Clock;
  readonly trustProxy: number;
  readonly rates: AddressRates;
  readonly counts?: SharedCounts | undefined;
}

/** An Express app with everything that an area expects of it, and no routes. */
export function emptyApp({ clock, trustProxy, rates, counts }: EmptyAppOptions): Express {
  const app = express();
  // Hashing each body costs more than most responses would save. Operations that benefit from an ETag set one themselves.
  app.set('etag', false);
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.set('trust proxy', trustProxy);
  app.set(...addressLimits(new AddressLimits(clock, rates, counts)));
  app.use(...PRELUDE);
  return app;
}

const oneHost: RequestHandler = (req, _res, next) => {
  if (namesSeveralHosts(req)) throw new HttpError(fault('malformed-request'));
  next();
};

/** An explicit default, so no proxy has to guess: a response is cached only if its operation says so. */
const notStored: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};

/** Handlers of every request, before those of its area. */
export const PRELUDE: readonly RequestHandler[] = [securityHeaders, notStored, oneHost];
