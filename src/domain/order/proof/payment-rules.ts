import { isWaived } from '../conditions/guards.js';
import { revisionOf } from '../lifecycle/amend.js';
import { windowAt } from '../lifecycle/strategy.js';
import type { OrderTerms } from '../order.js';
import {
  holds,
  latestTerms,
  timeOf,
  unproved,
  violated,
  type Judgement,
  type OrderEvidence,
  type Payment,
} from './evidence.js';

/** One transaction at most spends an order. */
export const paidOnce = ({ payments }: OrderEvidence): Judgement =>
  payments.length > 1
    ? violated(
        'chain',
        `${payments.length} transactions paid it: ${payments.map(({ txid }) => txid).join(', ')}`,
      )
    : holds('chain', payments.length === 0 ? 'no transaction has paid it' : `paid by ${payments[0]!.txid}`);

/** The recipient was paid, in the token and at least the amount that was signed. */
export function paidAtLeast(order: OrderEvidence): Judgement | undefined {
  const terms = latestTerms(order);
  if (order.payments.length === 0) return undefined;
  const short = order.payments.map((payment) => shortfall(terms, payment)).find((each) => each !== undefined);
  if (short !== undefined) return violated('chain', short);
  return terms.minAmountOut === undefined
    ? unproved('chain', 'the terms name no minAmountOut, and the quote that bounded it is not on the chain')
    : holds('chain', `paid ${order.payments[0]!.amountOut}, at least ${terms.minAmountOut}`);
}

function shortfall({ recipient, outputToken, minAmountOut }: OrderTerms, paid: Payment): string | undefined {
  if (paid.recipient !== recipient) return `paid to ${paid.recipient}, and not to ${recipient}`;
  if (paid.outputToken !== outputToken) return `paid in ${paid.outputToken}, and not in ${outputToken}`;
  return minAmountOut !== undefined && paid.amountOut < minAmountOut
    ? `paid ${paid.amountOut}, less than ${minAmountOut}`
    : undefined;
}

/** The order was sent in its window. Each slice of a TWAP has its slot, drawn and signed by the owner, as its window. */
export function sentInWindow(order: OrderEvidence): Judgement | undefined {
  const terms = latestTerms(order);
  const [payment] = order.payments;
  if (payment === undefined || (terms.validFrom ?? terms.validTo) === undefined) return undefined;
  const at = timeOf(payment);
  const side = windowAt(terms, at);
  const mined = `mined at ${at.toISOString()}`;
  if (side === 'inside') return holds('chain', `${mined}, inside the window`);
  if (side === 'before')
    return order.isExecuted
      ? unproved('chain', `${mined}, before the window opened: an execute of the owner may be earlier`)
      : violated('chain', `${mined}, before the window opened at ${terms.validFrom!.toISOString()}`);
  const sentAt = order.events.findLast(({ type }) => type === 'swap-stored')?.at;
  return sentAt !== undefined && windowAt(terms, sentAt) === 'inside'
    ? unproved(
        'log',
        `${mined}, after the window; the log says that it was sent before, at ${sentAt.toISOString()}`,
      )
    : violated('chain', `${mined}, after the window closed at ${terms.validTo!.toISOString()}`);
}

/** The price was reached, as recorded prices tell, before the order was sent. */
export function priceReached(order: OrderEvidence): Judgement | undefined {
  const { trigger, confirm } = latestTerms(order);
  const { replay, isExecuted, payments } = order;
  if (payments.length === 0 || trigger === undefined || trigger.kind === 'window') return undefined;
  if (isExecuted) return unproved('prices', 'an execute of the owner waits for no price');
  if (replay === undefined || replay.runs === replay.unpriced)
    return unproved('prices', 'no price is recorded between its placement and its payment');
  const { fired, met } = replay;
  if (fired !== undefined)
    return holds('prices', `reached at ${fired.at.toISOString()}, at ${fired.ratio}${stopWords(fired)}`);
  if (met === 0)
    return violated('prices', `sent although none of ${replay.runs} recorded runs reached its price`);
  const isCounted = confirm?.runs !== undefined || confirm?.minutes !== undefined;
  return isCounted || (confirm !== undefined && isWaived(confirm))
    ? violated('prices', `sent although the ${met} runs that reached its price did not confirm it`)
    : unproved('prices', `${met} runs reached its price; the blocks that confirm it are not recorded`);
}

const stopWords = ({ stop }: { readonly stop?: string }) =>
  stop === undefined ? '' : ` with the stop at ${stop}`;

/** Nothing proves that an order should have been sent, but prices may tell that it could have been. */
export function wasSent({ payments, replay }: OrderEvidence): Judgement | undefined {
  if (payments.length > 0) return undefined;
  return replay?.fired === undefined
    ? unproved('chain', 'it is not paid, and nothing shows what a server did not do')
    : unproved(
        'prices',
        `it is not paid, although its price was reached at ${replay.fired.at.toISOString()}: balance, route or impact may have held it`,
      );
}

/** The terms of the last amendment were in force when the order was paid. A server acknowledges none while a swap is under way. */
export function paidOnLatestTerms(order: OrderEvidence): Judgement | undefined {
  const { kept, payments, shown } = order;
  if (kept.length === 1) return undefined;
  const latest = latestTerms(order);
  const revision = revisionOf(latest);
  const shownRevision = typeof shown?.['revision'] === 'number' ? shown['revision'] : 0;
  if (shown !== undefined && shownRevision < revision)
    return violated('log', `the server shows revision ${shownRevision}, and has acknowledged ${revision}`);
  const [payment] = payments;
  if (payment === undefined) return holds('log', `revision ${revision} is in force`);
  const isMet = (terms: OrderTerms) =>
    shortfall(terms, payment) === undefined && windowAt(terms, timeOf(payment)) !== 'before';
  const older = kept.slice(0, -1).findLast(({ terms }) => isMet(terms));
  return isMet(latest) || older === undefined || order.isExecuted
    ? holds('chain', `what was paid does not contradict revision ${revision}`)
    : violated('chain', `paid on revision ${revisionOf(older.terms)}, and not on ${revision}`);
}
