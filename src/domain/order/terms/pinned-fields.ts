import type { OrderInput } from './order-input.js';

/** Fields that fix what an order is. An owner who wants another one of them places another order. */
export const PINNED_FIELDS = [
  'uuid',
  'owner',
  'recipient',
  'inputToken',
  'outputToken',
  'amountIn',
  'router',
  'signature',
  'clientOrderId',
  'integrator',
  'metadata',
  'replaces',
  'strategyId',
  'strategyType',
  'strategyDescription',
  'strategyPosition',
  'strategySize',
  'after',
] as const satisfies readonly (keyof OrderInput)[];
