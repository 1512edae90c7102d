import type { Request } from 'express';

const BEARER = /^bearer\s+(.*)$/i;

/** Returns the API key that the request sends, in x-api-key or as a bearer token; undefined if there is none. */
export const apiKeyOf = (req: Request): string | undefined =>
  req.get('x-api-key') || BEARER.exec(req.get('authorization') ?? '')?.[1] || undefined;
