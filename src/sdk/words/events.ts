import { grouped } from './amounts.js';
import { CANCELS, EVENTS, type EventRow } from './lifecycle.js';
import { oneLine } from './names.js';
import type { StatedOrder } from './order.js';
import { reasonWords } from './reasons.js';
import type { TokenWords } from './token-words.js';
import { whyOf } from './why.js';

/** An event of an order's log as JSON, with its facts as further fields. */
export interface Logged {
  readonly type: string;
}

/** Words for an event type; unknown types of a newer server keep their names. */
export const eventRow = (type: string): EventRow =>
  Object.hasOwn(EVENTS, type) ? EVENTS[type as keyof typeof EVENTS] : { title: type };

/** One event in words. */
export interface EventWords {
  readonly title: string;
  /** Facts of the event, a phrase each. */
  readonly facts: readonly string[];
  readonly txid: string | undefined;
}

/** An event in words. An event type that a newer server added keeps its name. */
export function eventWords(event: Logged, order: StatedOrder, words: TokenWords): EventWords {
  const facts = event as Logged & Readonly<Record<string, unknown>>;
  const text = (name: string) => {
    const value = facts[name];
    return typeof value === 'string' || typeof value === 'number' ? oneLine(String(value)) : undefined;
  };
  const told = [
    reason(text('reason'), order, words),
    text('failureReason'),
    paid(text('executedAmountOut'), order, words),
    fact(text('blockHeight'), (height) => `block ${grouped(height)}`),
    fact(text('mark'), (mark) => `mark ${mark}`),
    fact(text('stop'), (stop) => `stop ${stop}`),
    fact(text('attempt'), (attempt) => `attempt ${attempt}`),
    fact(text('feeUstx'), (microStx) => `fee ${grouped(microStx)} microSTX`),
  ];
  return {
    title: eventRow(event.type).title,
    facts: told.filter((one) => one !== undefined),
    txid: text('txid'),
  };
}

/** Reason why a due order was not sent, or why it ended, in the words that its page uses; any other reason is returned unchanged. */
function reason(name: string | undefined, order: StatedOrder, words: TokenWords): string | undefined {
  if (name === undefined) return undefined;
  if (Object.hasOwn(CANCELS, name)) return CANCELS[name as keyof typeof CANCELS];
  return reasonWords(name) === undefined ? name : whyOf(order, { reason: name }, words).title;
}

const fact = (value: string | undefined, phrase: (value: string) => string) =>
  value === undefined || value === '' ? undefined : phrase(value);

const paid = (units: string | undefined, order: StatedOrder, words: TokenWords) =>
  units !== undefined && /^\d+$/.test(units)
    ? `received ${words.amount(units, order.outputToken)}`
    : undefined;
