import { cancelOrder, type OrderAlreadyBroadcast } from '../../domain/order/lifecycle.js';
import type { OrderUuid } from '../../domain/order/ids.js';
import type { Order } from '../../domain/order/order.js';
import { ok, type Result } from '../../domain/shared/result.js';
import type { Ports, StaleVersion } from '../../ports/index.js';
import { makeAuthorizeOwner, type AuthorizeOwnerError } from '../authorization/authorize-owner.js';
import { claimedOwner, type Authorization } from '../authorization/caller.js';
import { changeOrder, untilCurrent } from './change-order.js';
import { findOrder, type OrderNotFound } from './find-order.js';

export type CancelOrderError = OrderNotFound | AuthorizeOwnerError | OrderAlreadyBroadcast;

/** Cancels an open order for its owner; a final order is returned unchanged. Returns the order as it is stored then. */
export type CancelOrder = (input: {
  readonly ref: string;
  readonly authorization: Authorization;
}) => Promise<Result<Order, CancelOrderError>>;

type Needs = Pick<
  Ports,
  'orders' | 'unitOfWork' | 'clock' | 'hasher' | 'registry' | 'signatures' | 'signedMessages'
>;

export const makeCancelOrder = (ports: Needs): CancelOrder => {
  const authorizeOwner = makeAuthorizeOwner(ports);
  return async ({ ref, authorization }) => {
    const found = await findOrder(ports.orders, ref, claimedOwner(authorization, ports));
    if (!found.ok) return found;
    const authorized = await authorizeOwner(authorization, { action: 'cancel_order', ref }, found.value);
    if (!authorized.ok) return authorized;
    return untilCurrent(() => cancelStored(ports, found.value.terms.uuid));
  };
};

function cancelStored({ unitOfWork, clock }: Needs, uuid: OrderUuid) {
  return unitOfWork.run<Order, OrderNotFound | OrderAlreadyBroadcast | StaleVersion>(async (storage) => {
    const order = await findOrder(storage.orders, uuid);
    if (!order.ok) return order;
    const move = cancelOrder(order.value, 'owner', clock.now());
    if (!move.ok) return move;
    return move.value.event === undefined ? ok(move.value.order) : changeOrder(storage, move.value);
  });
}
