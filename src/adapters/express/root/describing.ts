import { Router, type RequestHandler } from 'express';
import { tagOf } from '../operation/caching.js';
import type { OpenApiDocument } from '../description/openapi.js';
import { addRoutes } from '../operation/open-area.js';
import { describeInterface } from './operations.js';

/** Serves the document, naming as its server the prefix under which the program mounts the router. */
export function describing(document: OpenApiDocument): RequestHandler {
  let last = { prefix: '', routes: routesOf(document) };
  return (req, res, next) => {
    if (req.path !== describeInterface.path) return next();
    const prefix = req.baseUrl;
    if (prefix !== last.prefix) last = { prefix, routes: routesOf(under(prefix, document)) };
    last.routes(req, res, next);
  };
}

const under = (prefix: string, document: OpenApiDocument): OpenApiDocument =>
  prefix === '' ? document : { ...document, servers: [{ url: prefix, description: 'this server' }] };

function routesOf(openApi: OpenApiDocument): Router {
  const document = JSON.stringify(openApi);
  const router = Router();
  addRoutes(router, [describeInterface], { document, tag: tagOf(document) });
  return router;
}
