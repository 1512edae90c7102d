import type { Sha256 } from '../../shared/address.js';
import { canonicalJson } from '../../shared/canonical-json.js';
import { defined } from '../../shared/fields.js';
import type { JsonObject } from '../../shared/json.js';
import { toHex } from '../../shared/hex.js';
import { parseOrderDraft, type DraftRules } from './draft.js';
import { sameTerms, type OrderTerms, type SignedFields } from '../order.js';
import { planTree, rootFrom } from './plan-root.js';

/** The text that the owner's wallet signs, as `stx_signMessage` does, to fix the fields of an order. */
export const termsMessage = (covered: JsonObject, sha256: Sha256): string =>
  `sluice-terms:${hashOf(covered, sha256)}`;

/** One text that fixes the fields of several orders, and the path of each. */
export interface PlanTerms {
  readonly message: string;
  readonly paths: readonly (readonly string[])[];
}

/** The text that the owner's wallet signs, as `stx_signMessage` does, to fix the fields of all orders of a plan: two or more. */
export function planTerms(covered: readonly JsonObject[], sha256: Sha256): PlanTerms {
  const hashes = covered.map((fields) => hashOf(fields, sha256));
  const { root, paths } = planTree(hashes, sha256);
  return { message: planMessage(root), paths };
}

/** The text whose signature by the owner fixes the fields. */
export const signedMessage = ({ fields, path }: Omit<SignedFields, 'signature'>, sha256: Sha256): string =>
  path === undefined
    ? termsMessage(fields, sha256)
    : planMessage(rootFrom(hashOf(fields, sha256), path, sha256));

const planMessage = (root: string) => `sluice-plan:${root}`;

const hashOf = (covered: JsonObject, sha256: Sha256): string =>
  toHex(sha256(new TextEncoder().encode(canonicalJson(covered))));

/** Whether the terms match the fields that their owner signed; true without such a signature. */
export function followSignedFields(
  terms: OrderTerms,
  rules: Pick<DraftRules, 'network' | 'sha256' | 'wstx'>,
): boolean {
  const { signed, signature, metadata, router } = terms;
  if (signed === undefined) return true;
  const termsPath = signed.path && [...signed.path];
  const uncovered = defined({ signature, termsSignature: signed.signature, termsPath, metadata });
  // The terms were within the server's limits when they were placed; here only their content matters.
  const limits = { now: new Date(0), maxSlippage: 1, hasEnded: true, keepsMistyped: true };
  const draft = parseOrderDraft({ ...signed.fields, ...uncovered }, { ...rules, ...limits });
  // If the fields name no router, the order's own signature has determined it, and the chain checks that signature.
  return draft.ok && sameTerms({ router, ...draft.value }, terms);
}
