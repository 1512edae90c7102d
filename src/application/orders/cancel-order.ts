import { cancelOrder, type OrderAlreadyBroadcast } from '../../domain/order/lifecycle.js';
import type { Order } from '../../domain/order/order.js';
import { ok, type Result } from '../../domain/shared/result.js';
import type { Ports, StaleVersion } from '../../ports/index.js';
import {
  makeAuthorizeOwner,
  type AuthorizeOwnerError,
  type OwnerPorts,
  type OwnerRequest,
} from '../authorization/authorize-owner.js';
import { changeOrder, untilCurrent } from './change-order.js';
import { findOrder } from './find-order.js';

export type CancelOrderError = AuthorizeOwnerError | OrderAlreadyBroadcast;

/** Cancels an open order for its owner; a final order is returned unchanged. Returns the order as it is stored then. */
export type CancelOrder = (request: OwnerRequest) => Promise<Result<Order, CancelOrderError>>;

export const makeCancelOrder = (ports: OwnerPorts & Pick<Ports, 'unitOfWork'>): CancelOrder => {
  const { clock, unitOfWork } = ports;
  const authorizeOwner = makeAuthorizeOwner(ports, 'cancel_order');
  return async (request) => {
    const authorized = await authorizeOwner(request);
    if (!authorized.ok) return authorized;
    return untilCurrent(() =>
      unitOfWork.run<Order, CancelOrderError | StaleVersion>(async (storage) => {
        const order = await findOrder(storage.orders, authorized.value.terms.uuid);
        if (!order.ok) return order;
        const move = cancelOrder(order.value, 'owner', clock.now());
        if (!move.ok) return move;
        return move.value.event === undefined ? ok(move.value.order) : changeOrder(storage, move.value);
      }),
    );
  };
};
