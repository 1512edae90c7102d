import { Router } from 'express';
import { tagOf } from '../caching.js';
import { crossOrigin } from '../cross-origin.js';
import { route } from '../methods.js';
import type { OpenApiDocument } from './openapi.js';

export const OPENAPI_CACHING = 'public, max-age=60';

/** The interface's own description, the same for everybody and written once. */
export function openApiController(document: OpenApiDocument): Router {
  const text = JSON.stringify(document);
  const tag = tagOf(text);
  const router = Router();
  route(
    router,
    '/openapi.json',
    {
      get: (_req, res) =>
        void res.set({ 'Cache-Control': OPENAPI_CACHING, ETag: tag }).type('json').send(text),
    },
    [crossOrigin('*')],
  );
  return router;
}
