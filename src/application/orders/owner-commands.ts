import type { OrderAlreadyBroadcast } from '../../domain/order/lifecycle/lifecycle.js';
import type { Order } from '../../domain/order/order.js';
import type { RateStanding } from '../../domain/api-key/rate-window.js';
import { err, type Result } from '../../domain/shared/result.js';
import type { Ports } from '../../ports/index.js';
import {
  makeAuthorizeOwner,
  type AuthorizeOwnerError,
  type OwnerPorts,
  type OwnerRequest,
} from '../authorization/authorize-owner.js';
import { makeSpendByKey, type KeySpendingRefused } from '../api-keys/spend-by-key.js';
import type { AudienceSettings } from '../authorization/prove-wallet.js';
import { makeRateLimiter } from '../api-keys/limit-rate.js';
import { makeEndOrder, type EndOrderSettings } from './end-order.js';
import type { SentOrder } from '../execution/swap/transmit-swap.js';
import type { SendSwap, SendSwapError } from '../execution/send/send-swap.js';

/** Reason why an order was not ended for its owner. */
export type CancelOrderError = AuthorizeOwnerError | OrderAlreadyBroadcast;

/** Ends an open order for its owner, as `makeEndOrder` does. */
export const makeCancelOrder = (
  ports: OwnerPorts & Pick<Ports, 'unitOfWork'>,
  settings: EndOrderSettings & AudienceSettings,
) => {
  const endOrder = makeEndOrder(ports, settings);
  const authorizeOwner = makeAuthorizeOwner(ports, settings, 'cancel_order');
  return async (request: OwnerRequest): Promise<Result<Order, CancelOrderError>> => {
    const authorized = await authorizeOwner(request);
    return authorized.ok ? endOrder(authorized.value.terms.uuid) : authorized;
  };
};

/** The wallet has signed more executes than a window allows. */
export interface WalletRateExceeded {
  readonly kind: 'wallet-rate-exceeded';
  readonly standing: RateStanding;
  readonly askedAt: Date;
}

/** Reason why an order was not sent for its owner. */
export type ExecuteOrderError = AuthorizeOwnerError | WalletRateExceeded | KeySpendingRefused | SendSwapError;

/**
 * Sends an open order's swap at its owner's request, regardless of its trigger and window. Executes signed by a wallet are limited
 * in rate like a key's requests; those by key were already counted when the key was admitted, and count against its daily amounts.
 */
export const makeExecuteOrder = (
  ports: OwnerPorts & Pick<Ports, 'rates' | 'unitOfWork'>,
  settings: AudienceSettings,
  sendSwap: SendSwap,
) => {
  const spendByKey = makeSpendByKey(ports);
  const consume = makeRateLimiter(ports);
  const authorizeOwner = makeAuthorizeOwner(ports, settings, 'execute_order');
  return async (request: OwnerRequest): Promise<Result<SentOrder, ExecuteOrderError>> => {
    const authorized = await authorizeOwner(request);
    if (!authorized.ok) return authorized;
    const { authorization } = request;
    const send = () => sendSwap(authorized.value, 'owner');
    if (authorization.by === 'api-key') return spendByKey(authorization.key, authorized.value.terms, send);
    if (authorization.by === 'wallet') {
      const askedAt = ports.clock.now();
      const { allowed, standing } = await consume(authorized.value.terms.owner, askedAt);
      if (!allowed) return err({ kind: 'wallet-rate-exceeded', standing, askedAt });
    }
    return send();
  };
};
