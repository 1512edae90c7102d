import { Router } from 'express';
import type { Core } from '../../../application/core.js';
import type { Area } from '../areas.js';
import type { Origins } from '../cross-origin.js';
import { plainErrorBody } from '../error-responses.js';
import { ordersController } from './orders-controller.js';
import { quotesController } from './quotes-controller.js';

/** The part of the core that this area serves. */
export type SwapCore = Pick<Core, 'orders' | 'quotes'>;

export interface SwapAreaOptions {
  /** Who may read orders from a web page; everyone when absent. Quotes are open to all. */
  readonly corsOrigins?: Origins;
}

/** The swap service: orders and quotes. */
export function swapArea({ orders, quotes }: SwapCore, { corsOrigins = '*' }: SwapAreaOptions = {}): Area {
  const router = Router();
  router.use('/api/v1', ordersController(orders, { corsOrigins }), quotesController(quotes));
  return { name: 'swap', mount: '/swap', router, errorBody: plainErrorBody };
}
