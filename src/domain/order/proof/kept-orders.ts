import { isObject } from '../../shared/fields.js';
import { err, ok, type Invalid, type Result } from '../../shared/result.js';
import { parseTime } from '../../shared/time.js';
import { revisionOf } from '../lifecycle/amend.js';
import type { OrderTerms } from '../order.js';
import { parseOrderDraft, type AnyOrder } from '../terms/draft.js';
import type { KeptTerms } from './evidence.js';
import { asPlaced, type TermsRules } from './record-rules.js';

/** One entry of the file in which an owner keeps what he has signed. */
export interface KeptEntry {
  /** Time at which the server accepted it. ISO 8601. */
  readonly at: string;
  /** The body of `POST /orders/new`, or of `PATCH /orders/{uuid}`. Holds signatures. */
  readonly signed: AnyOrder;
}

/** The terms of one order, by revision. */
export type KeptOrder = readonly [KeptTerms, ...KeptTerms[]];

/**
 * Reads orders and their amendments, in any order. An amendment takes what it cannot change from its order.
 *
 * @example
 * const kept = parseKept([{ at: new Date().toISOString(), signed: signedOrder }], termsRules);
 */
export function parseKept(
  raw: unknown,
  rules: TermsRules,
): Result<readonly KeptOrder[], Invalid<'invalid-kept-orders'>> {
  const invalid = (reason: string) => err({ kind: 'invalid-kept-orders' as const, reason });
  if (!Array.isArray(raw) || raw.length === 0)
    return invalid('must be an array of one or more entries { "at", "signed" }');
  const placed = new Map<unknown, AnyOrder>();
  const entries: { readonly at: Date; readonly signed: AnyOrder }[] = [];
  for (const [n, entry] of (raw as readonly unknown[]).entries()) {
    const { at: time, signed } = isObject(entry) ? entry : {};
    const at = parseTime(time);
    if (!at.ok) return invalid(`[${n}].at ${at.error.reason}`);
    if (!isObject(signed)) return invalid(`[${n}].signed must be an order as it was signed`);
    if (signed['signature'] !== undefined) placed.set(signed['uuid'], signed);
    entries.push({ at: at.value, signed });
  }
  const orders = new Map<string, KeptTerms[]>();
  for (const [n, { at, signed }] of entries.entries()) {
    const order = placed.get(signed['uuid']);
    if (order === undefined) return invalid(`[${n}] amends an order that is not in the file`);
    const { signature, metadata } = order;
    const draft = parseOrderDraft(
      { signature, ...(metadata !== undefined && { metadata }), ...signed },
      asPlaced(rules),
    );
    if (!draft.ok) {
      const [{ field, message } = { field: 'signed', message: 'is no order' }] = draft.error.problems;
      return invalid(`[${n}].signed.${field} ${message}`);
    }
    const { router } = draft.value;
    if (router === undefined) return invalid(`[${n}].signed.router is missing`);
    const terms: OrderTerms = { ...draft.value, router };
    orders.set(terms.uuid, [...(orders.get(terms.uuid) ?? []), { at, terms }]);
  }
  return ok(
    [...orders.values()].map(
      (kept) => kept.sort((a, b) => revisionOf(a.terms) - revisionOf(b.terms)) as unknown as KeptOrder,
    ),
  );
}
