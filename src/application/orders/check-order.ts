import {
  parseOrderDraft,
  type AnyOrder,
  type DraftRules,
  type InvalidOrder,
} from '../../domain/order/terms/draft.js';
import { fieldsOutsideSignature, type PinnedTerms } from '../../domain/order/lifecycle/amend.js';
import { parseOrderUuid } from '../../domain/order/terms/draft-fields.js';
import type { OrderUuid } from '../../domain/order/ids.js';
import { ALONE } from '../../domain/order/terms/exits.js';
import { checkCanRun, type NeverRuns } from '../../domain/order/terms/never-runs.js';
import { differingTerms, sameTerms, type Order, type OrderTerms } from '../../domain/order/order.js';
import { tooLarge, type OrderTooLarge } from '../../domain/order/limits/quotas.js';
import type { Registry } from '../../domain/market/registry.js';
import type { ContractId } from '../../domain/shared/contract-id.js';
import { isObject } from '../../domain/shared/fields.js';
import { shown } from '../../domain/shared/option-checks.js';
import { err, ok, type Result } from '../../domain/shared/result.js';
import type { CoreSettings } from '../settings.js';
import type { Ports } from '../../ports/index.js';
import { checkTerms, type TermsRefused } from './check-terms.js';
import { explainSignature } from './explain-signature.js';

/** Reason why an order is not acceptable by itself. */
export type OrderRefused =
  | InvalidOrder
  | TermsRefused
  | { readonly kind: 'open-payout'; readonly router: ContractId }
  | { readonly kind: 'terms-signature-required' }
  | NeverRuns
  | OrderTooLarge;

/** Another order has the uuid. */
export interface OrderExists {
  readonly kind: 'order-exists';
  readonly uuid: OrderUuid;
  /** The fields in which the stored order differs. */
  readonly differing?: readonly string[];
}

/** Whether to look for what a bad signature was made for, which costs as much as checking 20 orders. */
export interface Explaining {
  readonly explain: boolean;
}

/** Ports that checking an order needs. */
export type CheckingPorts = Pick<Ports, 'clock' | 'hasher' | 'registry' | 'signatures' | 'orders'>;

/** Settings that decide which orders are acceptable. */
export type CheckingSettings = Pick<
  CoreSettings,
  'maxSlippage' | 'allowOpenPayout' | 'requireSignedTerms' | 'quotas'
>;

type Needs = CheckingPorts;
type Settings = CheckingSettings;

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
) => Promise<Result<CheckedOrder, OrderRefused | OrderExists>>;

export const makeCheckOrder =
  (ports: Needs, settings: Settings): CheckOrder =>
  async (input, { explain, lookUp = false, withEntry = false } = { explain: true }) => {
    if (!isObject(input)) return err(notAnOrder(input));
    const asNew = lookUp ? undefined : await checkNew(input, ports, { ...settings, withEntry });
    if (asNew?.ok === true) return asNew;
    const uuid = parseOrderUuid(input['uuid']);
    const stored = uuid.ok ? await ports.orders.findById(uuid.value) : undefined;
    if (stored !== undefined) return checkRetry(stored, input, ports, { ...settings, explain });
    return asNew !== undefined && explain !== true
      ? asNew
      : checkNew(input, ports, { ...settings, explain, withEntry });
  };

/** Checks terms for a stored order: as new ones, unless the order has them already. */
export type CheckAmendment = (
  stored: Order,
  input: AnyOrder,
) => Promise<Result<CheckedOrder, OrderRefused | PinnedTerms>>;

export const makeCheckAmendment =
  (ports: Needs, settings: Settings): CheckAmendment =>
  async (stored, input) => {
    const asNew = await checkNew(input, ports, { ...settings, explain: true, withEntry: true });
    if (asNew.ok) return asNew;
    const asRetry = await checkRetry(stored, input, ports, settings);
    if (asRetry.ok) return asRetry;
    const { maxSlippage } = settings;
    const draft = readDraft(input, ports, { maxSlippage, now: ports.clock.now(), keepsMistyped: false });
    const fields = draft.ok ? fieldsOutsideSignature(stored, draft.value) : [];
    return fields.length > 0 ? err({ kind: 'pinned-terms', fields }) : asNew;
  };

async function checkNew(
  input: AnyOrder,
  ports: Needs,
  settings: Settings & Partial<Pick<Checking, 'explain' | 'withEntry'>>,
): Promise<Result<CheckedOrder, OrderRefused>> {
  const now = ports.clock.now();
  const read = await readTerms(input, ports, { ...settings, now, keepsMistyped: false });
  if (!read.ok) return read;
  const terms = read.value;
  if (terms.after !== undefined && settings.withEntry !== true)
    return err({ kind: 'invalid-order', problems: [ALONE] });
  const { router } = terms;
  const registry = ports.registry.current();
  if (!settings.allowOpenPayout && paysAnyone(router, registry)) return err({ kind: 'open-payout', router });
  if (settings.requireSignedTerms && terms.signed === undefined)
    return err({ kind: 'terms-signature-required' });
  const canRun = checkCanRun(terms, registry);
  if (!canRun.ok) return canRun;
  const oversize = tooLarge(terms, settings.quotas);
  return oversize === undefined ? ok({ terms, now }) : err(oversize);
}

/** Checks an order as of its first request. Otherwise a retry would fail once its validTo has passed or a setting has changed. */
async function checkRetry(
  stored: Order,
  input: AnyOrder,
  ports: Needs,
  settings: Settings & Partial<Explaining>,
): Promise<Result<CheckedOrder, OrderRefused | OrderExists>> {
  const now = stored.createdAt;
  const maxSlippage = Math.max(stored.terms.slippage ?? 0, settings.maxSlippage);
  const read = await readTerms(input, ports, { ...settings, now, maxSlippage, keepsMistyped: true });
  if (!read.ok) return read;
  const terms = read.value;
  return sameTerms(stored.terms, terms)
    ? ok({ terms, now, stored })
    : err({ kind: 'order-exists', uuid: terms.uuid, differing: differingTerms(stored.terms, terms) });
}

type Rules = Pick<DraftRules, 'maxSlippage' | 'now' | 'keepsMistyped'>;

function readDraft(input: AnyOrder, { hasher, registry }: Pick<Needs, 'hasher' | 'registry'>, rules: Rules) {
  const { network, wstx } = registry.current();
  return parseOrderDraft(input, { ...rules, network, wstx, sha256: hasher.sha256 });
}

/** Reads the terms, and checks the signatures over them. */
async function readTerms(
  input: AnyOrder,
  { hasher, registry, signatures }: Needs,
  { explain = false, ...rules }: Rules & Partial<Explaining>,
): Promise<Result<OrderTerms, InvalidOrder | TermsRefused>> {
  const draft = readDraft(input, { hasher, registry }, rules);
  if (!draft.ok) return draft;
  const checked = await checkTerms(draft.value, { hasher, registry, signatures });
  return checked.ok || checked.error.kind !== 'signature-not-verified' || !explain
    ? checked
    : err(await explainSignature(draft.value, registry.current(), { hasher, signatures }));
}

const notAnOrder = (input: unknown): InvalidOrder => ({
  kind: 'invalid-order',
  problems: [{ field: 'order', message: `must be an object, not ${shown(input)}` }],
});

const paysAnyone = (router: ContractId, { routers }: Registry) =>
  routers.some(({ id, payout }) => id === router && payout === 'any');
