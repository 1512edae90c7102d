import type { FieldProblem } from '../../domain/order/terms/draft.js';
import { exitsOf, followEntry } from '../../domain/order/lifecycle/exits.js';
import { isEntry } from '../../domain/order/terms/names.js';
import {
  sameTerms,
  type OpenOrder,
  type Order,
  type OrderTerms,
  type PastOrder,
} from '../../domain/order/order.js';
import { checkCanRun, type NeverRuns } from '../../domain/order/terms/never-runs.js';
import { importedEvent, importOrder, parseOrderRecord } from '../../domain/order/terms/order-record.js';
import { ocoGroupOf } from '../../domain/order/lifecycle/strategy.js';
import type { Transition } from '../../domain/order/lifecycle/lifecycle.js';
import { err, ok, unwrap, type Result } from '../../domain/shared/result.js';
import type { AlreadyExists, EventOfOrder, Ports, Transaction } from '../../ports/index.js';
import { DEFAULT_SETTINGS } from '../settings.js';
import {
  importRecords,
  type ImportReport,
  type ImportRules,
  type RawRecord,
  type Refusal,
} from '../shared/import-records.js';
import { changeOrder, untilCurrent } from './change-order.js';
import { checkTerms, type TermsRefused } from './check-terms.js';
import { endOcoGroup } from './oco-group.js';
import type { OrderExists } from './check-order.js';
import { locksOf, storeOrder, type StoreConflict } from './store-orders.js';

/**
 * `open`: stored as open orders, which this server runs from now on; `past`: stored as the other exchange recorded them,
 * or cancelled because their one-cancels-other group has ended; `known`: already stored with the same terms, and left
 * unchanged.
 */
export type OrderImportReport = ImportReport<Outcome>;

type Needs = Pick<Ports, 'clock' | 'hasher' | 'registry' | 'signatures' | 'unitOfWork'>;
type ImportedOrder = OpenOrder | PastOrder;
type Outcome = 'open' | 'past' | 'known';

/**
 * Imports orders of another exchange in batches that are each stored completely or not at all. Open orders keep their signature,
 * age and window; their signature and terms are checked as when an order is placed. Orders that ended keep their status, txid and
 * times. Open orders of a one-cancels-other group that has ended are cancelled. Orders already stored are not changed in any other
 * way, so an interrupted import can be repeated.
 */
export function importOrders(
  ports: Needs,
  records: AsyncIterable<RawRecord>,
  rules: ImportRules<OrderImportReport>,
): Promise<OrderImportReport> {
  const first: EventOfOrder[] = [];
  return importRecords<ImportedOrder, Outcome>(
    ports,
    records,
    {
      batchSize: 500,
      outcomes: ['open', 'past', 'known'],
      idField: 'uuid',
      read: ({ value }) => readOrder(value, ports),
      locksOf: ({ terms }) => locksOf(terms),
      store: (storage, order) => store(storage, order, ports.clock.now(), first),
      finish: (storage) => storage.events.begin(first.splice(0)),
    },
    rules,
  );
}

async function store(
  storage: Transaction,
  order: ImportedOrder,
  now: Date,
  first: EventOfOrder[],
): Promise<Result<Outcome, Refusal>> {
  const { uuid } = order.terms;
  const event = importedEvent(order, now);
  // Stored at once if the order has a group: it may be cancelled, and so get a second event, before the batch ends.
  const begin = async (begun: EventOfOrder) =>
    ocoGroupOf(order.terms) === undefined ? void first.push(begun) : storage.events.begin([begun]);
  const stored =
    order.status === 'open'
      ? await storeOrder(storage, { order, event }, begin)
      : await storePast(storage, { order, event }, begin);
  if (stored.ok) {
    const { status } = await withEntry(storage, stored.value, now);
    return ok(status === 'open' ? 'open' : 'past');
  }
  if (stored.error.kind !== 'already-exists') return err(whyRefused(stored.error));
  const known = await storage.orders.findById(uuid);
  const isSame = known !== undefined && sameTerms(known.terms, order.terms);
  return isSame ? ok('known') : err(whyRefused({ kind: 'order-exists', uuid }));
}

/** Makes an exit follow its entry, or the exits of an entry follow it, whichever of them the file lists first. */
async function withEntry(storage: Transaction, order: Order, now: Date): Promise<Order> {
  const { owner, after, strategy } = order.terms;
  const entry = after === undefined ? order : await storage.orders.findById(after.uuid);
  const exits =
    after !== undefined
      ? [order]
      : isEntry(order.terms)
        ? exitsOf(order, await storage.orders.listUncancelledByStrategy(owner, strategy.strategyId!))
        : [];
  const followed = exits.flatMap((exit) => (entry && followEntry(exit, entry, now)) ?? []);
  for (const each of followed) unwrap(await changeOrder(storage, each));
  return after === undefined ? order : (followed[0]?.order ?? order);
}

/**
 * Stores an order that has ended elsewhere. If it was sent, its one-cancels-other group has ended too, whichever of the group's
 * orders the file lists first.
 */
async function storePast(
  storage: Transaction,
  { order, event }: Transition<PastOrder>,
  begin: (first: EventOfOrder) => Promise<void>,
): Promise<Result<PastOrder, AlreadyExists>> {
  const inserted = await storage.orders.insert(order);
  if (!inserted.ok) return inserted;
  await begin({ uuid: order.terms.uuid, event });
  if (order.status !== 'cancelled')
    unwrap(await untilCurrent(() => endOcoGroup(storage, order.terms, event.at)));
  return ok(order);
}

async function readOrder(
  value: unknown,
  { clock, hasher, registry, signatures }: Needs,
): Promise<Result<ImportedOrder, Refusal>> {
  const now = clock.now();
  const { network, routers, wstx } = registry.current();
  const { maxSlippage } = DEFAULT_SETTINGS;
  const record = parseOrderRecord(value, { network, now, sha256: hasher.sha256, maxSlippage, wstx });
  if (!record.ok) return err(reasonOf(record.error));
  const router = record.value.draft.router ?? routers.find(({ legacyDefault }) => legacyDefault)?.id;
  if (router === undefined)
    return err({ field: 'router', reason: 'is required: no router of the registry is the legacyDefault' });
  const { draft, status } = record.value;
  const terms: OrderTerms = { ...draft, router };
  if (status !== 'open') return ok(importOrder(terms, record.value));
  const checked = await checkTerms(terms, { hasher, registry, signatures });
  if (!checked.ok) return err(whyRefused(checked.error));
  const canRun = checkCanRun(checked.value, registry.current());
  return canRun.ok ? ok(importOrder(checked.value, record.value)) : err(whyRefused(canRun.error));
}

const reasonOf = (problems: readonly FieldProblem[]) => ({
  field: problems[0]!.field,
  reason: problems.map(({ field, message }, n) => (n === 0 ? message : `${field} ${message}`)).join('; '),
});

function whyRefused(error: TermsRefused | NeverRuns | StoreConflict | OrderExists): Refusal {
  switch (error.kind) {
    case 'unknown-router':
      return { field: 'router', reason: 'is not in the registry' };
    case 'recipient-not-owner':
      return { field: 'recipient', reason: 'must equal owner: the router pays only the signer' };
    case 'unregistered-token':
      return { field: 'inputToken', reason: 'is not in the registry' };
    case 'not-a-subnet-token':
      return { field: 'inputToken', reason: 'is not a subnet token' };
    case 'router-cannot-verify':
      return { field: 'router', reason: 'does not know the verifier version of the input token' };
    case 'signature-not-verified':
      return { field: 'signature', reason: 'is not the owner’s for these terms' };
    case 'terms-signature-not-verified':
      return { field: 'termsSignature', reason: 'is not the owner’s for these terms' };
    case 'same-token':
      return { field: 'outputToken', reason: 'is the input token' };
    case 'unknown-output-token':
      return { field: 'outputToken', reason: 'is unknown to the registry and its vaults' };
    case 'unpriceable-token':
      return { field: error.field, reason: 'is not in the registry, so it never has a price' };
    case 'oco-group-full':
      return { field: 'strategyId', reason: `has ${error.limit} live orders in its one-cancels-other group` };
    case 'order-exists':
      return { field: 'uuid', reason: 'is stored with other terms' };
    case 'client-order-id-taken':
      return { field: 'clientOrderId', reason: 'is that of another live order of the owner' };
  }
}
