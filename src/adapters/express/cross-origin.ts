import cors from 'cors';
import type { RequestHandler } from 'express';
import type { Parse } from '../../domain/shared/fields.js';
import { err, ok } from '../../domain/shared/result.js';
import { isLeftToHost } from './host-headers.js';

/** `*` for every origin, or a list of origins such as `https://app.example.org`. */
export type Origins = '*' | readonly string[];

/** Origins as a list. */
export const listedOrigins: Parse<readonly string[]> = (raw) =>
  Array.isArray(raw) && raw.every((origin) => typeof origin === 'string')
    ? ok(raw as readonly string[])
    : err({ reason: 'must be a list of origins such as https://app.example.org' });

/** The same, or every origin. */
export const origins: Parse<Origins> = (raw) =>
  raw === '*'
    ? ok(raw)
    : listedOrigins(raw).ok
      ? listedOrigins(raw)
      : err({ reason: 'must be "*" or a list of origins' });

const READING = ['GET', 'HEAD'] as const;
const EXPOSED = ['X-Request-Id', 'Retry-After', 'RateLimit', 'RateLimit-Policy'];

/**
 * Lets pages of these origins send requests with these methods and read the responses. OPTIONS is left to the route,
 * which knows its methods.
 */
export function crossOrigin(origins: Origins, methods: readonly string[] = READING): RequestHandler {
  const allow = cors({
    origin: origins === '*' ? '*' : [...origins],
    methods: [...methods],
    exposedHeaders: EXPOSED,
    maxAge: 86_400,
    preflightContinue: true,
  });
  return (req, res, next) =>
    isLeftToHost(res, 'access-control-allow-origin') ? next() : allow(req, res, next);
}

const NONE: readonly string[] = [];

/**
 * The headers that `crossOrigin` sets for a page of the given origin, without `Vary: Origin`, as names and values in turn:
 * for responses that are sent before Express is entered.
 */
export function originHeaders(origins: readonly string[]): (origin: string | undefined) => readonly string[] {
  const exposed = ['Access-Control-Expose-Headers', EXPOSED.join(',')];
  const toPage = new Map(
    origins.map((origin) => [origin, ['Access-Control-Allow-Origin', origin, ...exposed]]),
  );
  return (origin) => (origin === undefined ? NONE : (toPage.get(origin) ?? NONE));
}
