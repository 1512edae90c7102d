import cors from 'cors';
import type { RequestHandler } from 'express';

/** `*` for every origin, or a list of origins such as `https://app.example.org`. */
export type Origins = '*' | readonly string[];

/** Lets pages of these origins read the answers. OPTIONS is left to the route, which knows its methods. */
export function crossOrigin(origins: Origins): RequestHandler {
  return cors({
    origin: origins === '*' ? '*' : [...origins],
    methods: ['GET', 'HEAD'],
    exposedHeaders: ['X-Request-Id', 'Retry-After'],
    maxAge: 86_400,
    preflightContinue: true,
  });
}
