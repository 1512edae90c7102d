import {
  differingFields,
  parseOrderSelection,
  SELECTION_FIELDS,
  type InvalidSelection,
  type SelectionInput,
} from '../../domain/order/lists/order-selection.js';
import type { OrderUuid } from '../../domain/order/ids.js';
import type { Order } from '../../domain/order/order.js';
import type { Address } from '../../domain/shared/address.js';
import { ok, type Result } from '../../domain/shared/result.js';
import type { OrderScope, Ports } from '../../ports/index.js';
import { checkRequest } from '../authorization/check-request.js';
import { checkOrder } from '../../domain/api-key/limits.js';
import { checkPermission, type PermissionDenied } from '../api-keys/authorize-key.js';
import type { Authorization } from '../authorization/authorize-owner.js';
import {
  makeProveWallet,
  type AudienceSettings,
  type ProveWalletError,
  type WalletPorts,
} from '../authorization/prove-wallet.js';
import { inParallel } from '../shared/in-parallel.js';
import { makeEndOrder, type EndOrderError, type EndOrderSettings } from './end-order.js';

/** Maximum number of open orders that one request ends. */
export const MAX_CANCELLED = 1_000;

const PAGE = 100;
/** Number of orders ended at a time. Concurrent changes share a commit if the database allows it. */
const WIDTH = 8;

/** Party that ends the orders: a wallet or key, which ends those of its own owner, or the embedding program, which names the owner. */
export type OwnersAuthorization =
  Exclude<Authorization, { readonly by: 'host' }> | { readonly by: 'host'; readonly owner: Address };

/** An owner's request to end several orders. */
export interface CancelOrdersRequest {
  /** Selection of the owner's open orders. If a wallet authorizes the request, its signed message must contain the same fields. */
  readonly selection: SelectionInput;
  readonly authorization: OwnersAuthorization;
}

/** Reason why an order was not ended: the error of cancelling it alone, or `ending` as `makeEndOrder` says. */
export interface SkippedOrder {
  readonly uuid: OrderUuid;
  readonly reason: EndOrderError['kind'] | 'order-not-open' | 'ending';
}

/** Result for the orders of one request. */
export interface CancelledOrders {
  readonly cancelled: readonly OrderUuid[];
  readonly skipped: readonly SkippedOrder[];
  /** Whether further matching orders were not visited; another request continues with them. */
  readonly more: boolean;
}

/** Reason why none of an owner's orders was ended. */
export type CancelOrdersError = InvalidSelection | ProveWalletError | PermissionDenied;

/**
 * Ends the owner's matching open orders, oldest first, MAX_CANCELLED at most, each in its own unit of work as `makeEndOrder` does.
 * An API key ends only those that its limits allow.
 * Orders that were ended before a failure stay ended.
 */
export const makeCancelOrders = (
  ports: WalletPorts & Pick<Ports, 'orders' | 'unitOfWork'>,
  settings: EndOrderSettings & AudienceSettings,
) => {
  const { orders, registry, hasher } = ports;
  const authorize = makeAuthorize(ports, settings);
  const endOrder = makeEndOrder(ports, settings);

  return async (request: CancelOrdersRequest): Promise<Result<CancelledOrders, CancelOrdersError>> => {
    checkRequest(request);
    const { network, wstx } = registry.current();
    const selection = parseOrderSelection(request.selection, { network, wstx, sha256: hasher.sha256 });
    if (!selection.ok) return selection;
    const owner = await authorize(request);
    if (!owner.ok) return owner;
    const { authorization } = request;
    const mayEnd = ({ terms }: Order) =>
      authorization.by !== 'api-key' || checkOrder(authorization.key, terms).ok;
    const { uuids, more } = await listOpen(orders, { ...selection.value, owner: owner.value }, mayEnd);
    const reasons = new Map<OrderUuid, SkippedOrder['reason']>();
    await inParallel(uuids, WIDTH, async (uuid) => {
      const reason = whyNotCancelled(await endOrder(uuid));
      if (reason !== undefined) reasons.set(uuid, reason);
    });
    const cancelled = uuids.filter((uuid) => !reasons.has(uuid));
    return ok({ cancelled, skipped: [...reasons].map(([uuid, reason]) => ({ uuid, reason })), more });
  };
};

function makeAuthorize(ports: WalletPorts, settings: AudienceSettings) {
  const proveWallet = makeProveWallet(ports, settings);
  return async ({
    authorization,
    selection,
  }: CancelOrdersRequest): Promise<Result<Address, CancelOrdersError>> => {
    switch (authorization.by) {
      case 'host':
        return ok(authorization.owner);
      case 'api-key': {
        const permitted = checkPermission(authorization.key, 'cancel');
        return permitted.ok ? ok(authorization.key.owner) : permitted;
      }
      case 'wallet': {
        const proven = await proveWallet(authorization, {
          expected: { action: 'cancel_orders' },
          fields: SELECTION_FIELDS,
          readContent: (signed, report) => {
            const differing = differingFields(signed, selection);
            for (const field of differing)
              report(field, `must be ${selection[field] === undefined ? 'absent, ' : ''}as in the body`);
            return differing.length === 0 || undefined;
          },
          use: 'once',
        });
        return proven.ok ? ok(proven.value.wallet) : proven;
      }
    }
  };
}

/** The open orders of the scope that the caller may end, oldest first, and whether there may be more than MAX_CANCELLED. */
async function listOpen(orders: Ports['orders'], scope: OrderScope, mayEnd: (order: Order) => boolean) {
  const uuids: OrderUuid[] = [];
  const query = { ...scope, statuses: ['open'], sortBy: 'createdAt', sortOrder: 'asc', offset: 0 } as const;
  for (let after = {}; ;) {
    const page = await orders.listPage({ ...query, ...after, limit: PAGE });
    uuids.push(...page.orders.filter(mayEnd).map(({ terms }) => terms.uuid));
    if (page.next === undefined) return { uuids, more: false };
    if (uuids.length >= MAX_CANCELLED) return { uuids, more: true };
    after = { after: page.next };
  }
}

function whyNotCancelled(ended: Result<Order, EndOrderError>): SkippedOrder['reason'] | undefined {
  if (!ended.ok) return ended.error.kind;
  if (ended.value.status === 'cancelled') return undefined;
  return 'ending' in ended.value ? 'ending' : 'order-not-open';
}
