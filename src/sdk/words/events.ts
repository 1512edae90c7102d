import type { Order, OrderEvent } from '../client/index.js';
import { grouped } from './amounts.js';
import { oneLine } from './names.js';
import { CANCEL_WORDS } from './order.js';
import type { TokenWords } from './token-words.js';
import { KNOWN_REASONS, whyOf, type Evaluation } from './why.js';

/** Titles of events. */
const TITLES: Readonly<Record<OrderEvent['type'], string>> = {
  created: 'Placed',
  imported: 'Taken over from another exchange',
  waiting: 'Due, and not sent yet',
  'swap-stored': 'A signed swap is stored and will be sent',
  'swap-refused': 'The node refused the swap: open again',
  broadcasted: 'Broadcast: a node has the swap',
  'fee-raised': 'Stored again with a higher fee',
  'cancel-requested': 'Its owner cancelled it while its swap is under way',
  'swap-given-up': 'No node takes the swap: another transaction uses its nonce',
  'txid-changed': 'Another transaction of the same swap replaced it',
  confirmed: 'Confirmed: the swap is mined',
  failed: 'Failed: the swap was mined and aborted',
  reopened: 'The swap can never be mined: open again',
  orphaned: 'The swap’s block is no longer canonical: pending again',
  corrected: 'A transaction has paid the order after all',
  cancelled: 'Cancelled',
};

/** Events that ended something badly or well are drawn so. */
export const EVENT_TONES: Readonly<Partial<Record<OrderEvent['type'], string>>> = {
  confirmed: 'good',
  failed: 'bad',
  'swap-refused': 'bad',
  waiting: 'warn',
};

/** One event in words. */
export interface EventWords {
  readonly title: string;
  /** Facts of the event, a phrase each. */
  readonly facts: readonly string[];
  readonly txid: string | undefined;
}

/** An event in words. One that a newer server added is named as it is. */
export function eventWords(event: OrderEvent, order: Order, words: TokenWords): EventWords {
  const facts = event as OrderEvent & Readonly<Record<string, unknown>>;
  const text = (name: string) => {
    const value = facts[name];
    return typeof value === 'string' || typeof value === 'number' ? oneLine(String(value)) : undefined;
  };
  const told = [
    reason(text('reason'), order, words),
    text('failureReason'),
    paid(text('executedAmountOut'), order, words),
    phrase('block', grouped(text('blockHeight') ?? '')),
    phrase('attempt', text('attempt')),
    phrase('fee', fee(text('feeUstx'))),
  ];
  return {
    title: TITLES[event.type] ?? event.type,
    facts: told.filter((one) => one !== undefined),
    txid: text('txid'),
  };
}

/** Reason why a due order was not sent, or why it ended, in the words of its page; any other reason is returned unchanged. */
const reason = (name: string | undefined, order: Order, words: TokenWords): string | undefined =>
  name !== undefined && KNOWN_REASONS.includes(name)
    ? whyOf(order, { reason: name } as Evaluation, words).title
    : ((CANCEL_WORDS as Readonly<Record<string, string>>)[name ?? ''] ?? name);

const phrase = (name: string, value: string | undefined) =>
  value === undefined || value === '' ? undefined : `${name} ${value}`;

const fee = (microStx: string | undefined) => microStx && `${grouped(microStx)} microSTX`;

const paid = (units: string | undefined, order: Order, words: TokenWords) =>
  units !== undefined && /^\d+$/.test(units)
    ? `received ${words.amount(units, order.outputToken)}`
    : undefined;
