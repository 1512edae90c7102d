import { latestTerms, type Finding, type Judgement, type OrderEvidence, type ProofRule } from './evidence.js';
import {
  paidAtLeast,
  paidOnce,
  paidOnLatestTerms,
  priceReached,
  sentInWindow,
  wasSent,
} from './payment-rules.js';
import { onlyOneOfGroup, paidAfterEntry } from './plan-rules.js';
import { recordsPayment, showsSignedTerms, signedByOwner, type TermsRules } from './record-rules.js';

type Check = (
  order: OrderEvidence,
  all: readonly OrderEvidence[],
  rules: TermsRules,
) => Judgement | undefined;

const CHECKS: Readonly<Record<ProofRule, Check>> = {
  signature: (order, _all, rules) => signedByOwner(order, rules),
  'terms-shown': (order, _all, rules) => showsSignedTerms(order, rules),
  'latest-terms': paidOnLatestTerms,
  record: recordsPayment,
  once: paidOnce,
  least: paidAtLeast,
  window: sentInWindow,
  trigger: priceReached,
  sent: wasSent,
  'one-of-group': onlyOneOfGroup,
  'after-entry': paidAfterEntry,
};

/**
 * Compares orders with what became of them: which rules a server has kept, which it has broken, and which nothing proves. The orders
 * of one plan are given together, since an exit needs its entry. A rule that does not concern an order has no finding.
 *
 * @example
 * const lies = verifyOrders(evidence, termsRules).filter(({ verdict }) => verdict === 'violated');
 */
export const verifyOrders = (all: readonly OrderEvidence[], rules: TermsRules): readonly Finding[] =>
  all.flatMap((order) =>
    Object.entries(CHECKS).flatMap(([rule, check]) => {
      const judgement = check(order, all, rules);
      const { uuid } = latestTerms(order);
      return judgement === undefined ? [] : [{ uuid, rule: rule as ProofRule, ...judgement }];
    }),
  );
