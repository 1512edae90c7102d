import type { Result } from '../../../domain/shared/result.js';
import {
  makeAuthorizeOwner,
  type AuthorizeOwnerError,
  type OwnerPorts,
  type OwnerRequest,
} from '../../authorization/authorize-owner.js';
import type { SentOrder } from '../swap/transmit-swap.js';
import type { SendSwap, SendSwapError } from './send-swap.js';

export type ExecuteOrderError = AuthorizeOwnerError | SendSwapError;

/** Sends an open order's swap at its owner's request, regardless of its trigger and window. */
export type ExecuteOrder = (request: OwnerRequest) => Promise<Result<SentOrder, ExecuteOrderError>>;

export const makeExecuteOrder = (ports: OwnerPorts, sendSwap: SendSwap): ExecuteOrder => {
  const authorizeOwner = makeAuthorizeOwner(ports, 'execute_order');
  return async (request) => {
    const authorized = await authorizeOwner(request);
    return authorized.ok ? sendSwap(authorized.value) : authorized;
  };
};
