import type { Result } from '../../../domain/shared/result.js';
import type { Ports } from '../../../ports/index.js';
import { makeAuthorizeOwner, type AuthorizeOwnerError } from '../../authorization/authorize-owner.js';
import { claimedOwner, type Authorization } from '../../authorization/caller.js';
import { findOrder, type OrderNotFound } from '../../orders/find-order.js';
import type { SendSwap, SendSwapError } from './send-swap.js';
import type { SentOrder } from '../swap/transmit-swap.js';

export type ExecuteOrderError = OrderNotFound | AuthorizeOwnerError | SendSwapError;

/** Sends an open order's swap at its owner's request, regardless of its trigger and window. */
export type ExecuteOrder = (input: {
  readonly ref: string;
  readonly authorization: Authorization;
}) => Promise<Result<SentOrder, ExecuteOrderError>>;

type Needs = Pick<Ports, 'orders' | 'clock' | 'hasher' | 'registry' | 'signatures' | 'signedMessages'>;

export const makeExecuteOrder = (ports: Needs, sendSwap: SendSwap): ExecuteOrder => {
  const authorizeOwner = makeAuthorizeOwner(ports);
  return async ({ ref, authorization }) => {
    const order = await findOrder(ports.orders, ref, claimedOwner(authorization, ports));
    if (!order.ok) return order;
    const authorized = await authorizeOwner(authorization, { action: 'execute_order', ref }, order.value);
    if (!authorized.ok) return authorized;
    return sendSwap(order.value);
  };
};
