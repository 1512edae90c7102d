import { cancelOrder, requestEnd, type OrderAlreadyBroadcast } from '../../domain/order/lifecycle.js';
import type { Order } from '../../domain/order/order.js';
import { isOverdue } from '../../domain/order/swap-transaction.js';
import type { RateStanding } from '../../domain/api-key/rate-window.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { Ports, StaleVersion, StoragePorts } from '../../ports/index.js';
import {
  makeAuthorizeOwner,
  type AuthorizeOwnerError,
  type OwnerPorts,
  type OwnerRequest,
} from '../authorization/authorize-owner.js';
import type { AudienceSettings } from '../authorization/prove-wallet.js';
import { makeRateLimiter } from '../api-keys/limit-rate.js';
import { changeOrder, untilCurrent } from './change-order.js';
import type { CoreSettings } from '../settings.js';
import type { SentOrder } from '../execution/swap/transmit-swap.js';
import type { SendSwap, SendSwapError } from '../execution/send/send-swap.js';

export type CancelOrderError = AuthorizeOwnerError | OrderAlreadyBroadcast;

type Patience = Pick<CoreSettings, 'gapAfterMs' | 'stuckAfterMs'>;

/**
 * Cancels an open order for its owner; a final order is returned unchanged. An order whose swap is overdue keeps its
 * status and is `ending`: settlement uses the swap's nonce up, and the order is cancelled or confirmed by what is mined.
 * Returns the order as it is stored then.
 */
export const makeCancelOrder = (
  ports: OwnerPorts & Pick<Ports, 'unitOfWork'>,
  settings: Patience & AudienceSettings,
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
        if (!move.ok) {
          const ended = await endUnderWay(storage, order, { now: clock.now(), settings });
          return ended ?? move;
        }
        return move.value.event === undefined ? ok(move.value.order) : changeOrder(storage, move.value);
      }),
    );
  };
};

/** The wallet has signed more executes than a window allows. */
export interface WalletRateExceeded {
  readonly kind: 'wallet-rate-exceeded';
  readonly standing: RateStanding;
  readonly askedAt: Date;
}

export type ExecuteOrderError = AuthorizeOwnerError | WalletRateExceeded | SendSwapError;

/**
 * Sends an open order's swap at its owner's request, regardless of its trigger and window. Executes signed by a wallet
 * are limited like the requests of a key; those by key were counted when the key was admitted.
 */
export const makeExecuteOrder = (
  ports: OwnerPorts & Pick<Ports, 'rates'>,
  settings: AudienceSettings,
  sendSwap: SendSwap,
) => {
  const consume = makeRateLimiter(ports);
  const authorizeOwner = makeAuthorizeOwner(ports, settings, 'execute_order');
  return async (request: OwnerRequest): Promise<Result<SentOrder, ExecuteOrderError>> => {
    const authorized = await authorizeOwner(request);
    if (!authorized.ok) return authorized;
    if (request.authorization.by === 'wallet') {
      const askedAt = ports.clock.now();
      const { allowed, standing } = await consume(authorized.value.terms.owner, askedAt);
      if (!allowed) return err({ kind: 'wallet-rate-exceeded', standing, askedAt });
    }
    return sendSwap(authorized.value, 'owner');
  };
};

/** Marks an order whose swap is overdue as ending; undefined for one whose swap a node has, or has just been sent. */
async function endUnderWay(
  storage: StoragePorts,
  order: Order,
  { now, settings }: { readonly now: Date; readonly settings: Patience },
): Promise<Result<Order, StaleVersion> | undefined> {
  if ('ending' in order && order.ending !== undefined) return ok(order);
  if (!isOverdue(await storage.swaps.listByOrder(order.terms.uuid), now, settings)) return undefined;
  const ending = requestEnd(order, now);
  return ending.ok ? changeOrder(storage, ending.value) : undefined;
}
