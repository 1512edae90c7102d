import type { FieldProblem } from '../../domain/order/draft.js';
import {
  sameTerms,
  type OpenOrder,
  type Order,
  type OrderTerms,
  type PastOrder,
} from '../../domain/order/order.js';
import { checkCanRun } from '../../domain/order/never-runs.js';
import { importedEvent, importOrder, parseOrderRecord } from '../../domain/order/order-record.js';
import type { Transition } from '../../domain/order/lifecycle.js';
import { fieldsOf } from '../../domain/shared/fields.js';
import { err, ok, unwrap, type Result } from '../../domain/shared/result.js';
import type { AlreadyExists, Ports, Transaction } from '../../ports/index.js';
import { DEFAULT_SETTINGS } from '../settings.js';
import { inBatches } from '../shared/in-batches.js';
import { untilCurrent } from './change-order.js';
import { checkTerms } from './check-terms.js';
import { endOcoGroup } from './oco-group.js';
import { locksOf, storeOrder, type PlaceOrderError } from './place-order.js';

/** Bounds memory and how long one transaction blocks other writers. */
const RECORDS_PER_BATCH = 500;

/** A record as read from a file. */
export interface RawRecord {
  /** Its place in the file, for messages. */
  readonly where: string;
  readonly value?: unknown;
  /** Why there is no value. */
  readonly unreadable?: string;
}

export interface RefusedRecord {
  readonly where: string;
  /** The order's uuid or the key's id, as given, where it is text. */
  readonly id: string | undefined;
  readonly field: string;
  readonly reason: string;
}

export interface OrderImportReport {
  readonly records: number;
  /** Stored as open orders, which this server runs from now on. */
  readonly open: number;
  /** Stored as the other exchange recorded them, or cancelled because their one-cancels-other group has ended. */
  readonly past: number;
  /** Were already stored with the same terms; nothing of them was changed. */
  readonly known: number;
  readonly refused: number;
}

export interface OrderImportRules {
  /** Whether everything is checked and nothing stored. */
  readonly dryRun: boolean;
  /** Receives the refused records of a batch before the next batch is read. */
  readonly refused: (records: readonly RefusedRecord[]) => Promise<void>;
  /** Receives the totals so far after each batch. */
  readonly progress?: (report: OrderImportReport) => void;
}

type Needs = Pick<Ports, 'clock' | 'hasher' | 'registry' | 'signatures' | 'orders' | 'unitOfWork'>;
type Outcome = 'open' | 'past' | 'known' | Omit<RefusedRecord, 'where' | 'id'>;

interface Candidate {
  readonly order: Result<OpenOrder | PastOrder, Omit<RefusedRecord, 'where' | 'id'>>;
}

/**
 * Imports orders of another exchange in batches that are each stored completely or not at all. Open orders keep their
 * signature, age and window; their signature and terms are checked as when an order is placed. Orders that ended keep
 * their status, txid and times. Open orders of a one-cancels-other group that has ended end with it. Nothing else that is
 * stored is changed, so an interrupted import can simply be repeated.
 */
export async function importOrders(
  ports: Needs,
  records: AsyncIterable<RawRecord>,
  { dryRun, refused, progress }: OrderImportRules,
): Promise<OrderImportReport> {
  const report = { records: 0, open: 0, past: 0, known: 0, refused: 0 };
  for await (const batch of inBatches(records, RECORDS_PER_BATCH)) {
    const candidates = batch.map((raw): Candidate => ({ order: readOrder(raw, ports) }));
    const outcomes = dryRun ? await lookUp(ports, candidates) : await storeAll(ports, candidates);
    const notTaken = outcomes.flatMap((outcome, n): RefusedRecord[] => {
      if (typeof outcome === 'string') report[outcome] += 1;
      const { where, value } = batch[n]!;
      return typeof outcome === 'string' ? [] : [{ where, id: textOf(value, 'uuid'), ...outcome }];
    });
    report.records += batch.length;
    report.refused += notTaken.length;
    await refused(notTaken);
    progress?.(report);
  }
  return report;
}

/** A text field of a record. */
export function textOf(record: unknown, name: string): string | undefined {
  const value = fieldsOf(record)[name];
  return typeof value === 'string' ? value : undefined;
}

/** What storing would do with each, given what is stored now. */
function lookUp({ orders }: Needs, candidates: readonly Candidate[]): Promise<readonly Outcome[]> {
  return Promise.all(
    candidates.map(async ({ order }) => {
      if (!order.ok) return order.error;
      return againstStored(order.value, await orders.findById(order.value.terms.uuid)) ?? kindOf(order.value);
    }),
  );
}

async function storeAll(
  { clock, unitOfWork }: Needs,
  candidates: readonly Candidate[],
): Promise<readonly Outcome[]> {
  const stored = await unitOfWork.run(async (storage): Promise<Result<Outcome[], never>> => {
    const locks = candidates.flatMap(({ order }) => (order.ok ? locksOf(order.value.terms) : []));
    for (const lock of [...new Set(locks)].sort()) await storage.lock(lock);
    const outcomes: Outcome[] = [];
    for (const { order } of candidates)
      outcomes.push(order.ok ? await store(storage, order.value, clock.now()) : order.error);
    return ok(outcomes);
  });
  return unwrap(stored);
}

async function store(storage: Transaction, order: OpenOrder | PastOrder, now: Date): Promise<Outcome> {
  const { uuid } = order.terms;
  const event = importedEvent(order, now);
  const stored =
    order.status === 'open'
      ? await storeOrder(storage, { order, event })
      : await storePast(storage, { order, event });
  if (stored.ok) return kindOf(stored.value);
  if (stored.error.kind !== 'already-exists') return whyRefused(stored.error);
  return againstStored(order, await storage.orders.findById(uuid)) ?? 'known';
}

/** An order that was sent has ended its one-cancels-other group, whichever of them the file names first. */
async function storePast(
  storage: Transaction,
  { order, event }: Transition<PastOrder>,
): Promise<Result<PastOrder, AlreadyExists>> {
  const inserted = await storage.orders.insert(order);
  if (!inserted.ok) return inserted;
  await storage.events.append(order.terms.uuid, event);
  if (order.status !== 'cancelled')
    unwrap(await untilCurrent(() => endOcoGroup(storage, order.terms, event.at)));
  return ok(order);
}

const kindOf = ({ status }: Order) => (status === 'open' ? 'open' : 'past');

/** Undefined for an order that is not stored yet. */
function againstStored({ terms }: Order, stored: Order | undefined): Outcome | undefined {
  if (stored === undefined) return undefined;
  return sameTerms(stored.terms, terms) ? 'known' : whyRefused({ kind: 'order-exists', uuid: terms.uuid });
}

function readOrder(
  { value, unreadable }: RawRecord,
  { clock, hasher, registry, signatures }: Needs,
): Candidate['order'] {
  if (unreadable !== undefined) return err({ field: 'record', reason: unreadable });
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
  const checked = checkTerms(terms, { hasher, registry, signatures });
  if (!checked.ok) return err(whyRefused(checked.error));
  const canRun = checkCanRun(checked.value, registry.current());
  return canRun.ok ? ok(importOrder(checked.value, record.value)) : err(whyRefused(canRun.error));
}

const reasonOf = (problems: readonly FieldProblem[]) => ({
  field: problems[0]!.field,
  reason: problems.map(({ field, message }, n) => (n === 0 ? message : `${field} ${message}`)).join('; '),
});

function whyRefused(error: PlaceOrderError): Omit<RefusedRecord, 'where' | 'id'> {
  switch (error.kind) {
    case 'invalid-order':
      return reasonOf(error.problems);
    case 'unknown-router':
      return { field: 'router', reason: 'is not in the registry' };
    case 'recipient-not-owner':
      return { field: 'recipient', reason: 'must equal owner: the router pays only the signer' };
    case 'open-payout':
      return { field: 'router', reason: 'pays anyone' };
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
    case 'terms-signature-required':
      return { field: 'termsSignature', reason: 'is required' };
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
