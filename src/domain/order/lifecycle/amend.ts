import { trailPlaceOf } from '../conditions/conditions.js';
import { groupName } from '../conditions/marks.js';
import { bigintAsText, type JsonObject } from '../../shared/json.js';
import { err, ok, type Result } from '../../shared/result.js';
import {
  differingTerms,
  sameTerms,
  sentFields,
  type OpenOrder,
  type Order,
  type OrderTerms,
} from '../order.js';
import type { OrderDraft } from '../terms/draft.js';
import { PINNED_FIELDS } from '../terms/pinned-fields.js';
import type { OrderAlreadyBroadcast, Transition } from './lifecycle.js';
import { notOpen, type OrderNotOpen } from './not-open.js';

const PINNED = new Set<string>(PINNED_FIELDS);

/** Fields that an order's own signature covers, and that anyone may see of it. */
const SIGNED = ['inputToken', 'amountIn', 'router'] as const;

/** Fields by which new terms no longer fit the order's own signature. */
export const fieldsOutsideSignature = (
  { terms }: Pick<Order, 'terms'>,
  draft: OrderDraft,
): readonly string[] => SIGNED.filter((name) => draft[name] !== undefined && draft[name] !== terms[name]);

/** Signatures, which no event shows. */
const SECRET = new Set(['termsSignature', 'termsPath']);

/** The new terms differ in fields that an amendment may not change. */
export interface PinnedTerms {
  readonly kind: 'pinned-terms';
  readonly fields: readonly string[];
}

/** The order has terms that its owner signed later, or others with the same revision. */
export interface OutdatedRevision {
  readonly kind: 'outdated-revision';
  readonly revision: number;
  readonly current: number;
}

/** Reason why an order keeps its terms. */
export type AmendRefused = OrderNotOpen | OrderAlreadyBroadcast | PinnedTerms | OutdatedRevision;

/** Number of the order's terms: 0 for those it was placed with, unless its owner numbered them otherwise. */
export const revisionOf = ({ revision = 0 }: Pick<OrderTerms, 'revision'>): number => revision;

/**
 * Replaces the terms of an open order without a swap by later ones that its owner has signed. The event names each field that
 * changed, with its former value. Terms that the order has already are no change, so an amendment may be repeated.
 */
export function amendOrder(
  order: Order,
  terms: OrderTerms,
  now: Date,
): Result<Transition<OpenOrder> | { readonly order: Order; readonly event?: never }, AmendRefused> {
  const { uuid } = order.terms;
  if (sameTerms(order.terms, terms)) return ok({ order });
  const changed = differingTerms(order.terms, terms);
  const pinned = [
    ...changed.filter((name) => PINNED.has(name)),
    ...fieldsWithoutMark(order, terms),
    ...fieldsWithoutPrice(order, terms, changed),
  ];
  if (pinned.length > 0) return err({ kind: 'pinned-terms', fields: pinned });
  const [revision, current] = [revisionOf(terms), revisionOf(order.terms)];
  if (revision <= current) return err({ kind: 'outdated-revision', revision, current });
  if (order.status !== 'open') return err(notOpen(order));
  if (order.sending !== undefined) return err({ kind: 'order-already-broadcast', uuid, txid: order.sending });
  if (order.ending !== undefined) return err({ kind: 'order-not-open', uuid, status: 'cancelled' });
  const facts = { revision, was: former(order.terms, changed) };
  return ok({ order: { ...order, terms }, event: { type: 'amended', at: now, facts } });
}

/**
 * Fields by which the new terms trail a price whose mark since the order's placement is not known: the stop could be reached at once, or
 * lie behind the one that the order had.
 */
function fieldsWithoutMark({ terms: old, createdAt }: Order, terms: OrderTerms): readonly string[] {
  const [before, after] = [old, terms].map((each) => trailPlaceOf({ terms: each, createdAt })?.group);
  if (after === undefined) return [];
  const isTrailed =
    before !== undefined && groupName({ ...before, runs: 0 }) === groupName({ ...after, runs: 0 });
  if (!isTrailed) return ['trail'];
  return before.runs === after.runs ? [] : ['confirm'];
}

/** Prices that an order which waits for none would have no use of. Who changes one means the order's limit, which would stay. */
const fieldsWithoutPrice = (
  order: Order,
  terms: OrderTerms,
  changed: readonly string[],
): readonly string[] =>
  order.terms.trigger?.kind === 'window' && terms.trigger?.kind === 'window'
    ? changed.filter((name) => name === 'targetPrice' || name === 'direction')
    : [];

/** The fields' former values; null for one that the order did not have. */
function former(terms: OrderTerms, changed: readonly string[]): JsonObject {
  const fields = sentFields(terms);
  const shown = changed.filter((name) => !SECRET.has(name) && name !== 'revision');
  const was = Object.fromEntries(shown.map((name) => [name, fields[name] ?? null]));
  return JSON.parse(JSON.stringify(was, bigintAsText)) as JsonObject;
}
