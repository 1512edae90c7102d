import { Router, type RequestHandler } from 'express';
import type { Core } from '../../../application/core.js';
import type { Clock } from '../../../ports/index.js';
import type { Area } from '../areas.js';
import { crossOrigin } from '../cross-origin.js';
import { plainErrorBody } from '../error-responses.js';
import { route } from '../methods.js';
import { PreparedAnswers } from '../prepared-answers.js';
import { PreparedBody } from '../prepared-body.js';
import { healthController } from './health-controller.js';
import { pricesController } from './prices-controller.js';

export const DESCRIPTION = { type: 'text/plain; charset=utf-8', caching: 'public, max-age=3600' };

/** The part of the core that this area serves. */
export type PricesAreaCore = Pick<Core, 'prices'>;

export interface PricesAreaOptions {
  readonly clock: Clock;
  /** The whole API in words for programs that read words, served as /llms.txt. Nothing is there without it. */
  readonly llmsText?: () => string;
}

/** The prices service: what tokens cost and did cost, for anyone. */
export function pricesArea({ prices }: PricesAreaCore, { clock, llmsText }: PricesAreaOptions): Area {
  const router = Router();
  const prepared = new PreparedAnswers({ now: () => clock.now().getTime(), source: prices.current });
  router.use(crossOrigin('*'));
  router.use('/api/v1', pricesController(prices, { clock, prepared }), healthController(prices));
  if (llmsText !== undefined) route(router, '/llms.txt', { get: describe(llmsText, prepared) });
  return { name: 'prices', mount: '/prices', router, errorBody: plainErrorBody, early: prepared };
}

const describe =
  (llmsText: () => string, prepared: PreparedAnswers): RequestHandler =>
  (req, res) => {
    const make = async () => ({ body: new PreparedBody(llmsText(), DESCRIPTION), unchanging: true });
    return prepared.reply(req, res, make, { keep: Object.keys(req.query).length === 0 });
  };
