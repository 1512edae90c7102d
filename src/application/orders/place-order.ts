import { parseOrderDraft, type InvalidOrder, type AnyOrder } from '../../domain/order/terms/draft.js';
import { parseOrderUuid } from '../../domain/order/terms/draft-fields.js';
import type { OrderInput } from '../../domain/order/terms/order-input.js';
import { placeOrder } from '../../domain/order/lifecycle/lifecycle.js';
import type { OrderUuid } from '../../domain/order/ids.js';
import { ALONE } from '../../domain/order/terms/exits.js';
import { checkCanRun, type NeverRuns } from '../../domain/order/terms/never-runs.js';
import { differingTerms, sameTerms, type Order, type OrderTerms } from '../../domain/order/order.js';
import { tooLarge, type QuotaExceeded } from '../../domain/order/limits/quotas.js';
import type { Registry } from '../../domain/market/registry.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { isObject } from '../../domain/shared/fields.js';
import { shown } from '../../domain/shared/option-checks.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { CoreSettings } from '../settings.js';
import type { Ports } from '../../ports/index.js';
import { checkTerms, type TermsRefused } from './check-terms.js';
import { explainSignature } from './explain-signature.js';
import type { OcoGroupFull } from './oco-group.js';
import { makeStoreOrder, type ClientOrderIdTaken, type Conflict } from './store-orders.js';

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

interface Checking extends Explaining {
  /** Whether the order's entry, if it has one, is checked elsewhere. */
  readonly withEntry?: boolean;
  /** Whether to look first whether the order is stored. Otherwise only an order that is unacceptable as a new one is looked up. */
  readonly lookUp?: boolean;
}

/** Checks an order and stores nothing. */
export type CheckOrder = (
  input: AnyOrder,
  options?: Checking,
) => Promise<Result<CheckedOrder, PlaceOrderError>>;

export const makeCheckOrder =
  (ports: Needs, settings: Settings): CheckOrder =>
  async (input, { explain, lookUp = false, withEntry = false } = { explain: true }) => {
    if (!isObject(input)) return err(notAnOrder(input));
    if (!lookUp) {
      const asNew = await checkAs(undefined, input, ports, { ...settings, withEntry });
      if (asNew.ok) return asNew;
    }
    const uuid = parseOrderUuid(input['uuid']);
    const stored = uuid.ok ? await ports.orders.findById(uuid.value) : undefined;
    return checkAs(stored, input, ports, { ...settings, explain, withEntry });
  };

/** Checks an order as a new one, or as a retry of the stored one. */
async function checkAs(
  stored: Order | undefined,
  input: AnyOrder,
  { clock, hasher, registry, signatures }: Needs,
  { explain = false, withEntry = false, ...settings }: Settings & Partial<Checking>,
): Promise<Result<CheckedOrder, PlaceOrderError>> {
  const { network, wstx } = registry.current();
  // A retry is checked as of the first request. Otherwise it would fail once its validTo has passed or a setting has changed.
  const now = stored?.createdAt ?? clock.now();
  const maxSlippage = Math.max(stored?.terms.slippage ?? 0, settings.maxSlippage);
  const asBefore = { now, maxSlippage, keepsMistyped: stored !== undefined };
  const draft = parseOrderDraft(input, { network, wstx, sha256: hasher.sha256, ...asBefore });
  if (!draft.ok) return draft;
  const checked = await checkTerms(draft.value, { hasher, registry, signatures });
  if (!checked.ok) {
    const isUnclear = checked.error.kind === 'signature-not-verified' && explain;
    return isUnclear
      ? err(await explainSignature(draft.value, registry.current(), { hasher, signatures }))
      : checked;
  }
  const terms = checked.value;
  if (stored !== undefined) {
    const same = replay(stored, terms);
    return same.ok ? ok({ terms, now, stored }) : same;
  }
  if (terms.after !== undefined && !withEntry) return err({ kind: 'invalid-order', problems: [ALONE] });
  const { router } = terms;
  if (!settings.allowOpenPayout && paysAnyone(router, registry.current()))
    return err({ kind: 'open-payout', router });
  if (settings.requireSignedTerms && terms.signed === undefined)
    return err({ kind: 'terms-signature-required' });
  const canRun = checkCanRun(terms, registry.current());
  if (!canRun.ok) return canRun;
  const oversize = tooLarge(terms, settings.quotas);
  return oversize === undefined ? ok({ terms, now }) : err(oversize);
}

const notAnOrder = (input: unknown): InvalidOrder => ({
  kind: 'invalid-order',
  problems: [{ field: 'order', message: `must be an object, not ${shown(input)}` }],
});

export const makePlaceOrder = (ports: Needs, check: CheckOrder, { quotas }: Settings): PlaceJson => {
  const store = makeStoreOrder(ports, quotas);
  return async (input, options) => {
    const checked = await check(input, options);
    if (!checked.ok) return checked;
    const { terms, now, stored } = checked.value;
    if (stored !== undefined) return ok(stored);
    const placed = await store(placeOrder(terms, now));
    if (placed.ok) return placed;
    // Whatever the conflict, the order may be stored already, and this is a retry.
    const first = await ports.orders.findById(terms.uuid);
    if (first === undefined) return refusedAs(placed.error, terms);
    if (sameTerms(first.terms, terms)) return ok(first);
    const again = await check(input, { explain: false, lookUp: true });
    return again.ok ? ok(again.value.stored ?? first) : again;
  };
};

function refusedAs(conflict: Conflict, { uuid }: OrderTerms): Result<never, PlaceOrderError> {
  if (conflict.kind === 'already-exists') throw new Error(`order ${uuid} exists and cannot be found`);
  return err(conflict);
}

const paysAnyone = (router: ContractId, { routers }: Registry) =>
  routers.some(({ id, payout }) => id === router && payout === 'any');

const replay = (stored: Order, terms: OrderTerms): Result<Order, PlaceOrderError> =>
  sameTerms(stored.terms, terms)
    ? ok(stored)
    : err({ kind: 'order-exists', uuid: terms.uuid, differing: differingTerms(stored.terms, terms) });
