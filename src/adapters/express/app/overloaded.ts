import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Area } from '../operation/areas.js';
import { errorBody } from '../operation/error-responses.js';
import { CLOSED_HEADERS, OPEN_HEADERS } from '../operation/fixed-headers.js';
import { originHeaders, type Origins } from '../requests/cross-origin.js';
import { requestIdOf } from '../requests/request-log.js';
import { OVERLOADED } from '../schema/outcomes.js';

const { status, headers: retry = {} } = OVERLOADED;

interface Place {
  readonly area: Area | undefined;
  /** The origins whose pages may read responses outside the areas. */
  readonly outside: Origins;
  /** Time of the error. */
  readonly at: Date;
}

/** Turns a request away before Express, which would cost several times as much. */
export function respondOverloaded(
  req: IncomingMessage,
  res: ServerResponse,
  { area, outside, at }: Place,
): void {
  const origins = area === undefined ? outside : (area.origins ?? []);
  const { type, text } = errorBody(req, area?.error, { ...OVERLOADED, at, requestId: requestIdOf(req) });
  const fixed =
    origins === '*' ? OPEN_HEADERS : [...CLOSED_HEADERS, ...originHeaders(origins)(req.headers.origin)];
  const body = Buffer.from(text);
  res.writeHead(status, [
    ...fixed,
    ...Object.entries(retry).flat(),
    ...['Cache-Control', 'no-store'],
    ...['Vary', origins === '*' ? 'Accept' : 'Accept, Origin'],
    ...['Content-Type', type],
    ...['Content-Length', String(body.length)],
    ...['X-Request-Id', requestIdOf(req)],
  ]);
  res.end(req.method === 'HEAD' ? undefined : body);
}
