import { ocoGroupOf } from '../lifecycle/strategy.js';
import { holds, latestTerms, unproved, violated, type Judgement, type OrderEvidence } from './evidence.js';

/** At most one order of a one-cancels-other group is paid; the exits of an entry are such a group. */
export function onlyOneOfGroup(order: OrderEvidence, all: readonly OrderEvidence[]): Judgement | undefined {
  const group = groupOf(order);
  if (group === undefined) return undefined;
  const paid = all.filter((each) => groupOf(each) === group && each.payments.length > 0);
  if (paid.length > 1)
    return violated('chain', `paid together: ${paid.map((each) => latestTerms(each).uuid).join(', ')}`);
  return holds('chain', paid.length === 0 ? 'none of its group is paid' : 'one of its group is paid');
}

function groupOf(order: OrderEvidence): string | undefined {
  const terms = latestTerms(order);
  const group = ocoGroupOf(terms);
  return group === undefined ? undefined : `${terms.owner} ${terms.after?.uuid ?? ''} ${group}`;
}

/** An exit is paid in a later block than its entry. */
export function paidAfterEntry(order: OrderEvidence, all: readonly OrderEvidence[]): Judgement | undefined {
  const { after } = latestTerms(order);
  const [exit] = order.payments;
  if (after === undefined || exit === undefined) return undefined;
  const entry = all.find((each) => latestTerms(each).uuid === after.uuid);
  if (entry === undefined) return unproved('chain', 'its entry is not among the kept orders');
  const [entered] = entry.payments;
  if (entered === undefined) return violated('chain', 'paid although its entry is not');
  const blocks = `block ${exit.blockHeight}, its entry in ${entered.blockHeight}`;
  return exit.blockHeight > entered.blockHeight
    ? holds('chain', `paid in ${blocks}`)
    : violated('chain', `paid in ${blocks}, which is not earlier`);
}
