import { Router, type RequestHandler } from 'express';
import type { Clock } from '../../ports/index.js';
import { crossOrigin } from './cross-origin.js';
import { openApiController } from './description/openapi-controller.js';
import type { OpenApiDocument } from './description/openapi.js';
import { route } from './methods.js';

export interface Readiness {
  readonly ready: boolean;
  /** What is not ready, in words that anyone may read. */
  readonly reasons: readonly string[];
}

export interface MetricsText {
  readonly contentType: string;
  text(): Promise<string>;
}

export interface RootOptions {
  readonly clock: Clock;
  readonly readiness: () => Promise<Readiness>;
  /** What a developer must know to use the embedded chain; absent without one. */
  readonly devnet?: (() => Promise<object>) | undefined;
  /** What the process measures of itself, in the text format of Prometheus; `/metrics` is not served without it. */
  readonly metrics?: MetricsText | undefined;
  /** The interface as an OpenAPI document; `/openapi.json` is not served without one. */
  readonly openApi?: OpenApiDocument | undefined;
}

/** What the process says of itself. */
export function rootController({ clock, readiness, devnet, metrics, openApi }: RootOptions): Router {
  const router = Router();
  route(router, '/healthz', { get: (_req, res) => void res.json({ status: 'ok' }) });
  route(router, '/readyz', {
    get: async (_req, res) => {
      const { ready, reasons } = await readiness();
      if (ready) res.json({ status: 'ready' });
      else res.status(503).json({ status: 'unready', reasons });
    },
  });
  const tellTime: RequestHandler = (_req, res) => {
    const now = clock.now();
    res.json({ now: now.getTime(), iso: now.toISOString() });
  };
  route(router, '/time', { get: tellTime }, [crossOrigin('*')]);
  if (metrics !== undefined) {
    const tellMetrics: RequestHandler = async (_req, res) =>
      void res.type(metrics.contentType).send(await metrics.text());
    route(router, '/metrics', { get: tellMetrics });
  }
  if (devnet !== undefined) {
    route(router, '/devnet', { get: async (_req, res) => void res.json(await devnet()) }, [crossOrigin('*')]);
  }
  if (openApi !== undefined) router.use(openApiController(openApi));
  return router;
}
