import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { crossOrigin } from '../requests/cross-origin.js';
import { isLeftToHost } from '../requests/host-headers.js';

type SetsHeaders = (req: IncomingMessage, res: ServerResponse, next: () => void) => void;

/** The headers that the middlewares set on every GET, as alternating names and values. */
function rawHeadersOf(middlewares: readonly SetsHeaders[]): readonly string[] {
  const req = new IncomingMessage(new Socket());
  req.method = 'GET';
  const res = new ServerResponse(req);
  for (const middleware of middlewares) middleware(req, res, () => undefined);
  return Object.entries(res.getHeaders()).flatMap(([name, value]) => [name, String(value)]);
}

/** The security headers. Subdomains are left out because others may run them: Sluice must not affect them. */
const helmets = helmet({ strictTransportSecurity: { includeSubDomains: false } });

/** The headers of every response, as alternating names and values. */
export const CLOSED_HEADERS = rawHeadersOf([helmets]);

/** The headers of every response that pages of any origin may read, as alternating names and values. */
export const OPEN_HEADERS = rawHeadersOf([helmets, crossOrigin('*') as SetsHeaders]);

/** Sets the security headers of every response. */
export const securityHeaders: RequestHandler = (_req, res, next) => {
  for (let n = 0; n < CLOSED_HEADERS.length; n += 2) {
    const name = CLOSED_HEADERS[n]!;
    if (!isLeftToHost(res, name)) res.setHeader(name, CLOSED_HEADERS[n + 1]!);
  }
  next();
};
