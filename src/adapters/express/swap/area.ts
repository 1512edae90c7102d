import { Router } from 'express';
import type { Core } from '../../../application/core.js';
import type { Clock } from '../../../ports/index.js';
import type { Area } from '../areas.js';
import type { Origins } from '../cross-origin.js';
import { plainErrorBody } from '../error-responses.js';
import { PreparedAnswers } from '../prepared-answers.js';
import { apiKeysController } from './api-keys-controller.js';
import { ordersController } from './orders-controller.js';
import { quotesController } from './quotes-controller.js';

/** For so long one quote is given to everyone who asks the same. Its `asOf` says how old its reserves are. */
const HOT_QUOTE_MS = 1_000;

/** The part of the core that this area serves. */
export type SwapCore = Pick<Core, 'orders' | 'quotes' | 'apiKeys' | 'idempotency'>;

export interface SwapAreaOptions {
  readonly clock: Clock;
  /** Who may read orders from a web page; everyone when absent. Quotes are open to all. */
  readonly corsOrigins?: Origins;
}

/** The swap service: orders, quotes and API keys. */
export function swapArea(core: SwapCore, { clock, corsOrigins = '*' }: SwapAreaOptions): Area {
  const router = Router();
  const prepared = new PreparedAnswers({ now: () => clock.now().getTime(), ttlMs: HOT_QUOTE_MS });
  router.use(
    '/api/v1',
    ordersController(core, { clock, corsOrigins }),
    quotesController(core.quotes, prepared),
    apiKeysController(core.apiKeys),
  );
  return { name: 'swap', mount: '/swap', router, errorBody: plainErrorBody, early: prepared };
}
