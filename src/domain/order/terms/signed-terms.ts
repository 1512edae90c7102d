import type { Sha256 } from '../../shared/address.js';
import { canonicalJson } from '../../shared/canonical-json.js';
import type { JsonObject } from '../../shared/json.js';
import { toHex } from '../../shared/hex.js';
import { parseOrderDraft, type DraftRules } from './draft.js';
import { sameTerms, type OrderTerms } from '../order.js';

/** The text that the owner's wallet signs, as `stx_signMessage` does, to fix the fields of an order. */
export const termsMessage = (covered: JsonObject, sha256: Sha256): string =>
  `sluice-terms:${toHex(sha256(new TextEncoder().encode(canonicalJson(covered))))}`;

/** Whether the terms match the fields that their owner signed; true without such a signature. */
export function followSignedFields(
  terms: OrderTerms,
  rules: Pick<DraftRules, 'network' | 'sha256' | 'wstx'>,
): boolean {
  const { signed, signature, metadata, router } = terms;
  if (signed === undefined) return true;
  const uncovered = { signature, termsSignature: signed.signature, ...(metadata && { metadata }) };
  // The terms were within the server's limits when they were placed; here only their content matters.
  const limits = { now: new Date(0), maxSlippage: 1, hasEnded: true, keepsMistyped: true };
  const draft = parseOrderDraft({ ...signed.fields, ...uncovered }, { ...rules, ...limits });
  // If the fields name no router, the order's own signature has determined it, and the chain checks that signature.
  return draft.ok && sameTerms({ router, ...draft.value }, terms);
}
