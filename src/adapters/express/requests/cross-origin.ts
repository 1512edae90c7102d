import type { IncomingMessage } from 'node:http';
import cors from 'cors';
import type { RequestHandler } from 'express';
import type { Parse } from '../../../domain/shared/fields.js';
import { err, ok } from '../../../domain/shared/result.js';
import { isLeftToHost } from './host-headers.js';
import { IGNORED } from './ignored.js';

/** `*` for every origin, or a list of origins such as `https://app.example.org`. */
export type Origins = '*' | readonly string[];

/** Every method, even those that a path lacks, so that a page can read the 405 and its hint. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Headers that a page may read besides those that are always readable. */
const EXPOSED = [
  ...['X-Request-Id', 'Retry-After', 'RateLimit', 'RateLimit-Policy'],
  ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'X-RateLimit-Window'],
  ...['ETag', 'Idempotency-Replayed', 'Allow', IGNORED, 'X-Sluice-View', 'X-Sluice-Position'],
];

/** The headers by which pages of every origin may read a response. */
const FOR_ALL = [
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Expose-Headers', EXPOSED.join(',')],
] as const;

/** Time (seconds) for which a browser caches a permission: Chromium's maximum. */
const KEPT_S = 7_200;

/** Parses a list of origins. */
export const listedOrigins: Parse<readonly string[]> = (raw) =>
  Array.isArray(raw) && raw.every((origin) => typeof origin === 'string')
    ? ok(raw as readonly string[])
    : err({ reason: 'must be a list of origins such as https://app.example.org' });

/** Parses `*` or a list of origins. */
export const origins: Parse<Origins> = (raw) => {
  if (raw === '*') return ok(raw);
  const listed = listedOrigins(raw);
  return listed.ok ? listed : err({ reason: 'must be "*" or a list of origins' });
};

/**
 * Lets pages of these origins send requests with any method and header, and read the responses. No response of an area depends on a cookie,
 * so a page can do nothing that its own server could not. Preflights are answered here, so that a page can read every error, even
 * that of an unknown path. Other OPTIONS requests go to the route.
 */
export function crossOrigin(origins: Origins): RequestHandler {
  const allow = cors({
    origin: origins === '*' ? '*' : [...origins],
    methods: METHODS,
    exposedHeaders: EXPOSED,
    maxAge: KEPT_S,
    preflightContinue: true,
  });
  return (req, res, next) => {
    if (isLeftToHost(res, 'access-control-allow-origin')) return next();
    if (origins === '*' && req.method !== 'OPTIONS') {
      for (const [name, value] of FOR_ALL) res.setHeader(name, value);
      return next();
    }
    allow(req, res, (error?: unknown) => {
      if (error === undefined && isPreflight(req)) res.status(204).end();
      else next(error);
    });
  };
}

/** Whether a page’s browser asks if it may send a request. */
export const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' && 'access-control-request-method' in headers;

const NONE: readonly string[] = [];

/**
 * The headers that `crossOrigin` sets for a page of the given origin, without `Vary: Origin`, as alternating names and values:
 * for responses that bypass Express.
 */
export function originHeaders(origins: readonly string[]): (origin: string | undefined) => readonly string[] {
  const exposed = ['Access-Control-Expose-Headers', EXPOSED.join(',')];
  const toPage = new Map(
    origins.map((origin) => [origin, ['Access-Control-Allow-Origin', origin, ...exposed]]),
  );
  return (origin) => (origin === undefined ? NONE : (toPage.get(origin) ?? NONE));
}
