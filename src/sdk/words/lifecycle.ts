import type { OrderEventType } from '../../domain/order/events.js';
import type { CancelReason, OrderStatus } from '../../domain/order/order.js';

/** Meaning for the owner: good, bad, worth noticing, or of no further interest. */
export type Tone = 'good' | 'bad' | 'warn' | 'quiet' | '';

/** Words for a status of an order. */
export const STATUS_WORDS: Readonly<Record<OrderStatus, { readonly title: string; readonly tone: Tone }>> = {
  open: { title: 'Open', tone: '' },
  broadcasted: { title: 'Broadcast', tone: 'warn' },
  confirmed: { title: 'Confirmed', tone: 'good' },
  failed: { title: 'Failed', tone: 'bad' },
  cancelled: { title: 'Cancelled', tone: 'quiet' },
};

/** Words for an event. */
export interface EventRow {
  readonly title: string;
  /** Fact that only programs need to know. */
  readonly note?: string;
  readonly tone?: Tone;
}

/** Words for the events in an order's log. */
export const EVENTS: Readonly<Record<OrderEventType, EventRow>> = {
  created: { title: 'Placed' },
  imported: { title: 'Taken over from another exchange' },
  waiting: {
    title: 'Due, and not sent yet',
    note: 'written each time the reason changes; while an order waits for its price or its window, only evaluation says so',
    tone: 'warn',
  },
  amended: { title: 'Its owner changed its terms', note: 'the former values are in was' },
  'swap-stored': { title: 'A signed swap is stored and will be sent' },
  'swap-refused': { title: 'The node refused the swap: open again', tone: 'bad' },
  broadcasted: { title: 'Broadcast: a node has the swap' },
  'fee-raised': {
    title: 'Stored again with a higher fee',
    note: 'the transaction before is in replaces, and either may be mined',
  },
  'cancel-requested': { title: 'Its owner cancelled it while its swap is under way' },
  'swap-given-up': {
    title: 'No node takes the swap: another transaction uses its nonce',
    note: 'by is that transaction; the same happens if the order is to end, and the swap may still be mined',
  },
  'txid-changed': {
    title: 'Another transaction of the same swap replaced it',
    note: 'the txid before is in previous',
  },
  confirmed: { title: 'Confirmed: the swap is mined', tone: 'good' },
  failed: {
    title: 'Failed: the swap was mined and aborted',
    note: 'or another transaction used the signature',
    tone: 'bad',
  },
  reopened: { title: 'The swap can never be mined: open again' },
  orphaned: { title: 'The swap’s block is no longer canonical: pending again' },
  corrected: {
    title: 'A transaction has paid the order after all',
    note: 'one that was taken for dropped, or that the order no longer referred to',
  },
  cancelled: { title: 'Cancelled', note: 'without a swap' },
  activated: {
    title: 'Its entry is confirmed: it may be sent',
    note: 'bought is what the entry bought, and leftOver what it bought beyond what this order sells',
  },
  deactivated: { title: 'The block of its entry is no longer canonical: it waits again', tone: 'warn' },
};

/** Words for the reasons for cancellation, each as part of a sentence. */
export const CANCELS: Readonly<Record<CancelReason, string>> = {
  owner: 'its owner cancelled it',
  'cancel-after': 'its owner’s timer was not renewed in time',
  expired: 'its window ended',
  'max-age': 'it was open for 90 days',
  'entry-ended': 'its entry ended without being confirmed',
  oco: 'another order of its one-cancels-other group was sent',
  replaced: 'its owner placed another order in its stead',
  restored:
    'the exchange was restored from a backup that does not tell whether its owner had cancelled it; place it again if you still want it',
  revoked: 'its owner revoked it on the chain',
};
