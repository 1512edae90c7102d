import type { Sha256 } from '../../shared/address.js';
import type { ContractId } from '../../shared/contract-id.js';
import { fieldsOf } from '../../shared/fields.js';
import type { Json, JsonObject } from '../../shared/json.js';
import type { Network } from '../../shared/network.js';
import { differingTerms, type OrderTerms } from '../order.js';
import { KNOWN_NAMES, parseOrderDraft, type DraftRules } from '../terms/draft.js';
import { followSignedFields } from '../terms/signed-terms.js';
import { holds, latestTerms, unproved, violated, type Judgement, type OrderEvidence } from './evidence.js';

/** Facts that reading terms depends on. */
export interface TermsRules {
  readonly network: Network;
  readonly sha256: Sha256;
  /** The contract that routers accept for STX. */
  readonly wstx: ContractId;
}

/** Rules for terms that were checked when they were placed, so that only their content matters. */
export const asPlaced = (rules: TermsRules): DraftRules => ({
  ...rules,
  ...{ now: new Date(0), maxSlippage: 1, hasEnded: true, keepsMistyped: true },
});

/** The owner's key has signed all of the terms that he keeps, alone or under the root of a plan. */
export function signedByOwner({ kept }: OrderEvidence, rules: TermsRules): Judgement {
  if (kept.some(({ terms }) => terms.signed === undefined))
    return unproved(
      'signature',
      'only token, amount, router and uuid are signed: the terms have no termsSignature',
    );
  const forged = kept.some(
    ({ terms, signer }) => signer !== terms.owner || !followSignedFields(terms, rules),
  );
  return forged
    ? violated('signature', 'the signature over the terms is not that of the owner')
    : holds('signature', 'the owner’s signature covers all terms');
}

/** The server shows the terms that were signed, and no others: not those of another order of the plan either. */
export function showsSignedTerms(order: OrderEvidence, rules: TermsRules): Judgement {
  const { shown } = order;
  if (shown === undefined) return unproved('log', 'the server does not know the order');
  const terms = latestTerms(order);
  const fields = differences(terms, shown, rules);
  return fields.length === 0
    ? holds('log', 'the server shows the terms that were signed')
    : violated('log', `the server shows other terms than were signed: ${fields.join(', ')}`);
}

/** Names under which the server shows an order, or that only signing gives. */
const UNSHOWN = ['uuid', 'signature', 'termsSignature', 'termsPath', 'after', 'revision', 'metadata'];
const COMPARED = KNOWN_NAMES.filter((name) => !UNSHOWN.includes(name));

function differences(terms: OrderTerms, shown: JsonObject, rules: TermsRules): readonly string[] {
  const { uuid, signature, signed, revision, after, extra } = terms;
  const fields = COMPARED.flatMap((name) =>
    (shown[name] ?? null) === null ? [] : [[name, shown[name]] as const],
  );
  // Whether a field needs a signature was decided when the order was placed.
  const signing = { uuid, signature, termsSignature: signed?.signature };
  const parsed = parseOrderDraft({ ...Object.fromEntries(fields), ...signing }, asPlaced(rules));
  if (!parsed.ok) return parsed.error.problems.map(({ field }) => field);
  const { router } = terms;
  const told = {
    router,
    ...parsed.value,
    extra,
    metadata: ownMetadata(shown['metadata']),
    ...(signed && { signed }),
  };
  const optional = { ...(revision !== undefined && { revision }), ...(after && { after }) };
  const entry = shown['after'] ?? undefined;
  const isSameEntry = entry === after?.uuid || entry === after?.handle;
  const isSameRevision = (shown['revision'] ?? 0) === (revision ?? 0);
  return [
    ...differingTerms({ ...terms, metadata: ownMetadata(terms.metadata) }, { ...told, ...optional }),
    ...(isSameEntry ? [] : ['after']),
    ...(isSameRevision ? [] : ['revision']),
  ];
}

/** The owner's own part of the metadata: the server shows the quote of the swap in it. */
function ownMetadata(metadata: Json | undefined): JsonObject {
  const { quote: _, ...own } = fieldsOf(metadata) as JsonObject;
  return own;
}

/** The status, transaction and amount that the server shows are those of the chain. */
export function recordsPayment({ shown, payments }: OrderEvidence): Judgement | undefined {
  if (shown === undefined) return undefined;
  const told = (name: string) => (typeof shown[name] === 'string' ? shown[name] : undefined);
  const [status, txid] = [told('status') ?? 'nothing', told('txid') ?? 'no transaction'];
  const says = `the server says ${status}`;
  const [payment] = payments;
  if (payment === undefined)
    return status === 'confirmed'
      ? violated('chain', `${says}, and no transaction has paid it`)
      : holds('chain', `${says}, and no transaction has paid it`);
  if (status === 'open' || status === 'broadcasted')
    return unproved('chain', `${says}; ${payment.txid} has paid it, which a server may see later`);
  const amountOut = payment.amountOut.toString();
  if (status !== 'confirmed' || txid !== payment.txid)
    return violated('chain', `${says}, with ${txid}; ${payment.txid} has paid it`);
  const shownOut = told('executedAmountOut') ?? amountOut;
  return shownOut === amountOut
    ? holds('chain', `${says}, with the transaction and amount that the chain shows`)
    : violated('chain', `the server says that it paid ${shownOut}; the chain shows ${amountOut}`);
}
