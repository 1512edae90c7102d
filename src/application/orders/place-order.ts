import { parseOrderDraft, type InvalidOrder, type AnyOrder } from '../../domain/order/terms/draft.js';
import { parseOrderUuid } from '../../domain/order/terms/draft-fields.js';
import type { OrderInput } from '../../domain/order/terms/order-input.js';
import { cancelOrder, placeOrder, type Transition } from '../../domain/order/lifecycle/lifecycle.js';
import type { OrderUuid } from '../../domain/order/ids.js';
import { checkCanRun, type NeverRuns } from '../../domain/order/terms/never-runs.js';
import {
  differingTerms,
  sameTerms,
  type OpenOrder,
  type Order,
  type OrderTerms,
} from '../../domain/order/order.js';
import {
  dayOf,
  exceededQuota,
  storedBytes,
  tooLarge,
  type OrderQuotas,
  type QuotaExceeded,
} from '../../domain/order/limits/quotas.js';
import { ocoGroupOf } from '../../domain/order/lifecycle/strategy.js';
import type { Registry } from '../../domain/market/registry.js';
import type { Address } from '../../domain/shared/address.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { isObject } from '../../domain/shared/fields.js';
import { shown } from '../../domain/shared/option-checks.js';
import { err, ok, unwrap, type Result } from '../../domain/shared/result.js';
import type { CoreSettings } from '../settings.js';
import type { AlreadyExists, FirstEvent, Ports, Transaction } from '../../ports/index.js';
import { changeOrder } from './change-order.js';
import { checkTerms, type TermsRefused } from './check-terms.js';
import { explainSignature } from './explain-signature.js';
import { enterOcoGroup, ocoLock, type OcoGroupFull } from './oco-group.js';

/** Reason why an order was not stored. */
export type PlaceOrderError =
  | InvalidOrder
  | TermsRefused
  | { readonly kind: 'open-payout'; readonly router: ContractId }
  | { readonly kind: 'terms-signature-required' }
  | NeverRuns
  | {
      readonly kind: 'order-exists';
      readonly uuid: OrderUuid;
      /** The fields in which the stored order differs. */
      readonly differing?: readonly string[];
    }
  | ClientOrderIdTaken
  | OcoGroupFull
  | QuotaExceeded;

interface ClientOrderIdTaken {
  readonly kind: 'client-order-id-taken';
  readonly clientOrderId: string;
}

/** Whether to look for what a bad signature was made for, which costs as much as checking 20 orders. */
export interface Explaining {
  readonly explain: boolean;
}

/**
 * Stores a signed order. Placing the same order again returns the stored one, so a lost response may be retried. If the signature
 * is not the owner's, finds out why, unless told otherwise.
 */
export type PlaceOrder = (input: OrderInput, options?: Explaining) => Promise<Result<Order, PlaceOrderError>>;

/** Stores an order like `PlaceOrder`, from unchecked JSON: unknown fields are kept, known ones are checked. */
export type PlaceJson = (input: AnyOrder, options?: Explaining) => Promise<Result<Order, PlaceOrderError>>;

type Needs = Pick<Ports, 'clock' | 'hasher' | 'registry' | 'signatures' | 'unitOfWork' | 'orders'>;

type Settings = Pick<CoreSettings, 'maxSlippage' | 'allowOpenPayout' | 'requireSignedTerms' | 'quotas'>;

/** An order that passed every check that needs no lock. */
export interface CheckedOrder {
  readonly terms: OrderTerms;
  readonly now: Date;
  /** The stored order, if it was placed before. */
  readonly stored?: Order;
}

/** Checks an order and stores nothing. */
export type CheckOrder = (
  input: AnyOrder,
  options?: Explaining,
) => Promise<Result<CheckedOrder, PlaceOrderError>>;

export const makeCheckOrder =
  ({ clock, hasher, registry, signatures, orders }: Needs, settings: Settings): CheckOrder =>
  async (input, { explain } = { explain: true }) => {
    if (!isObject(input)) return err(notAnOrder(input));
    const { network, wstx } = registry.current();
    const uuid = parseOrderUuid(input['uuid']);
    const stored = uuid.ok ? await orders.findById(uuid.value) : undefined;
    // A retry is checked as of the first request. Otherwise it would fail once its validTo has passed or a setting has changed.
    const now = stored?.createdAt ?? clock.now();
    const maxSlippage = Math.max(stored?.terms.slippage ?? 0, settings.maxSlippage);
    const asBefore = { now, maxSlippage, keepsMistyped: stored !== undefined };
    const draft = parseOrderDraft(input, { network, wstx, sha256: hasher.sha256, ...asBefore });
    if (!draft.ok) return draft;
    const checked = checkTerms(draft.value, { hasher, registry, signatures });
    if (!checked.ok) {
      const isUnclear = checked.error.kind === 'signature-not-verified' && explain;
      return isUnclear
        ? err(explainSignature(draft.value, registry.current(), { hasher, signatures }))
        : checked;
    }
    const terms = checked.value;
    if (stored !== undefined) {
      const same = replay(stored, terms);
      return same.ok ? ok({ terms, now, stored }) : same;
    }
    const { router } = terms;
    if (!settings.allowOpenPayout && paysAnyone(router, registry.current()))
      return err({ kind: 'open-payout', router });
    if (settings.requireSignedTerms && terms.signed === undefined)
      return err({ kind: 'terms-signature-required' });
    const canRun = checkCanRun(terms, registry.current());
    if (!canRun.ok) return canRun;
    const oversize = tooLarge(terms, settings.quotas);
    return oversize === undefined ? ok({ terms, now }) : err(oversize);
  };

const notAnOrder = (input: unknown): InvalidOrder => ({
  kind: 'invalid-order',
  problems: [{ field: 'order', message: `must be an object, not ${shown(input)}` }],
});

/** Stores a new order. If another order of its one-cancels-other group was already sent, the new one is cancelled at once. */
export async function storeOrder(
  storage: Transaction,
  { order, event }: Transition<OpenOrder>,
  begin: (first: FirstEvent) => Promise<void> = (first) => storage.events.begin([first]),
): Promise<Result<Order, Conflict>> {
  const { terms } = order;
  const clientOrderId = await claimClientOrderId(storage, terms);
  if (!clientOrderId.ok) return clientOrderId;
  const group = await enterOcoGroup(storage, terms);
  if (!group.ok) return group;
  const inserted = await storage.orders.insert(order);
  if (!inserted.ok) return inserted;
  await begin({ uuid: terms.uuid, event });
  if (group.value === 'open') return ok(order);
  const cancelled = unwrap(cancelOrder(order, 'oco', event.at));
  return cancelled.event === undefined
    ? ok(cancelled.order)
    : ok(unwrap(await changeOrder(storage, cancelled)));
}

/** Stores a new order unless that exceeds one of its owner's quotas. */
export async function storeWithinQuotas(
  storage: Transaction,
  placed: Transition<OpenOrder>,
  quotas: OrderQuotas,
): Promise<Result<Order, Conflict>> {
  const stored = await storeOrder(storage, placed);
  if (!stored.ok || Object.values(quotas).every((quota) => quota === undefined)) return stored;
  const { terms, createdAt: now } = stored.value;
  const { ownerUsage } = storage;
  const added = { orders: 1, bytes: storedBytes(terms) };
  // Precedes reading the open orders, because it makes the owner's other requests wait.
  const ofToday = await ownerUsage.addPlaced(terms.owner, dayOf(now), added);
  const usage = { placed: ofToday, open: await ownerUsage.open(terms.owner), now };
  const exceeded = exceededQuota(usage, quotas);
  return exceeded === undefined ? stored : err(exceeded);
}

export const makePlaceOrder = (ports: Needs, check: CheckOrder, { quotas }: Settings): PlaceJson => {
  const { unitOfWork, orders } = ports;
  return async (input, options) => {
    const checked = await check(input, options);
    if (!checked.ok) return checked;
    const { terms, now, stored } = checked.value;
    if (stored !== undefined) return ok(stored);
    const placed = await unitOfWork.run<Order, Conflict>((storage) =>
      storeWithinQuotas(storage, placeOrder(terms, now), quotas),
    );
    if (placed.ok) return placed;
    if (placed.error.kind !== 'already-exists') return err(placed.error);
    const winner = await orders.findById(terms.uuid);
    if (winner === undefined) throw new Error(`order ${terms.uuid} exists and cannot be found`);
    return replay(winner, terms);
  };
};

const paysAnyone = (router: ContractId, { routers }: Registry) =>
  routers.some(({ id, payout }) => id === router && payout === 'any');

const clientOrderLock = (owner: Address, clientOrderId: string) =>
  `client-order-id:${owner}:${clientOrderId}`;

/** Returns the names of the locks that storing the order takes, including that of the owner, whose usage changes. */
export function locksOf(terms: OrderTerms): readonly string[] {
  const { owner, clientOrderId } = terms;
  const group = ocoGroupOf(terms);
  return [
    `owner-usage:${owner}`,
    ...(clientOrderId === undefined ? [] : [clientOrderLock(owner, clientOrderId)]),
    ...(group === undefined ? [] : [ocoLock(owner, group)]),
  ];
}

/** Makes sure that no other live order of the owner has the same client id. */
async function claimClientOrderId(
  storage: Transaction,
  { owner, clientOrderId, uuid }: OrderTerms,
): Promise<Result<void, ClientOrderIdTaken>> {
  if (clientOrderId === undefined) return ok();
  await storage.lock(clientOrderLock(owner, clientOrderId));
  const holder = await storage.orders.findLiveByClientOrderId(owner, clientOrderId);
  const free = holder === undefined || holder.terms.uuid === uuid;
  return free ? ok() : err({ kind: 'client-order-id-taken', clientOrderId });
}

export type Conflict = ClientOrderIdTaken | OcoGroupFull | QuotaExceeded | AlreadyExists;

const replay = (stored: Order, terms: OrderTerms): Result<Order, PlaceOrderError> =>
  sameTerms(stored.terms, terms)
    ? ok(stored)
    : err({ kind: 'order-exists', uuid: terms.uuid, differing: differingTerms(stored.terms, terms) });
