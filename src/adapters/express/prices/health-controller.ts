import { Router } from 'express';
import type { Core } from '../../../application/core.js';
import { route } from '../methods.js';

/** Whether prices are being recorded. Ages are in seconds. */
export function healthController({ health }: Pick<Core['prices'], 'health'>): Router {
  const router = Router();
  const get = async () => {
    const { ok, lastRecordedAt, ageSeconds, tokensPriced, lastFailure } = await health();
    return {
      ok,
      lastRecordedAt: lastRecordedAt?.toISOString() ?? null,
      ageSeconds: ageSeconds ?? null,
      tokensPriced,
      ...(lastFailure !== undefined && {
        lastFailure: { at: lastFailure.at.toISOString(), reason: lastFailure.reason },
      }),
    };
  };
  route(router, '/health', {
    get: async (_req, res) => {
      const body = await get();
      res.status(body.ok ? 200 : 503).json(body);
    },
  });
  return router;
}
