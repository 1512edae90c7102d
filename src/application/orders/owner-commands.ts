import { cancelOrder, type OrderAlreadyBroadcast } from '../../domain/order/lifecycle.js';
import type { Order } from '../../domain/order/order.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { ChainUnreachable, Ports, StaleVersion } from '../../ports/index.js';
import {
  makeAuthorizeOwner,
  type AuthorizeOwnerError,
  type OwnerPorts,
  type OwnerRequest,
} from '../authorization/authorize-owner.js';
import type { AudienceSettings } from '../authorization/prove-wallet.js';
import { changeOrder, untilCurrent } from './change-order.js';
import type { SentOrder } from '../execution/swap/transmit-swap.js';
import type { SendSwap, SendSwapError } from '../execution/send/send-swap.js';

export type CancelOrderError = AuthorizeOwnerError | OrderAlreadyBroadcast;

/** Cancels an open order for its owner; a final order is returned unchanged. Returns the order as it is stored then. */
export const makeCancelOrder = (
  ports: OwnerPorts & Pick<Ports, 'unitOfWork'>,
  settings: AudienceSettings,
) => {
  const { clock, unitOfWork } = ports;
  const authorizeOwner = makeAuthorizeOwner(ports, settings, 'cancel_order');
  return async (request: OwnerRequest): Promise<Result<Order, CancelOrderError>> => {
    const authorized = await authorizeOwner(request);
    if (!authorized.ok) return authorized;
    return untilCurrent(() =>
      unitOfWork.run<Order, CancelOrderError | StaleVersion>(async (storage) => {
        const order = await storage.orders.findById(authorized.value.terms.uuid);
        if (order === undefined) return err({ kind: 'order-not-found' });
        const move = cancelOrder(order, 'owner', clock.now());
        if (!move.ok) return move;
        return move.value.event === undefined ? ok(move.value.order) : changeOrder(storage, move.value);
      }),
    );
  };
};

/** `insufficient-balance`: the owner has less of the input token than the order takes, so it is not sent. */
export type ExecuteOrderError =
  AuthorizeOwnerError | SendSwapError | { readonly kind: 'insufficient-balance' };

/** Sends an open order's swap at its owner's request, regardless of its trigger and window. */
export const makeExecuteOrder = (
  ports: OwnerPorts & Pick<Ports, 'balances'>,
  settings: AudienceSettings,
  sendSwap: SendSwap,
) => {
  const authorizeOwner = makeAuthorizeOwner(ports, settings, 'execute_order');
  return async (request: OwnerRequest): Promise<Result<SentOrder, ExecuteOrderError>> => {
    const authorized = await authorizeOwner(request);
    if (!authorized.ok) return authorized;
    const order = authorized.value;
    const covered = await isCovered(ports.balances, order);
    if (!covered.ok) return covered;
    return covered.value ? sendSwap(order, 'owner') : err({ kind: 'insufficient-balance' });
  };
};

/** Whether the owner has what the order takes. An unknown balance blocks no order, nor does one whose swap is stored. */
async function isCovered(
  balances: Ports['balances'],
  { status, terms, ...order }: Order,
): Promise<Result<boolean, ChainUnreachable>> {
  if (status !== 'open' || 'sending' in order) return ok(true);
  const balance = await balances.balanceOf(terms.inputToken, terms.owner);
  return balance.ok ? ok((balance.value ?? terms.amountIn) >= terms.amountIn) : balance;
}
