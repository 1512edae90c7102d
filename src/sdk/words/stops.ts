import type { ResponseOf } from '../client/index.js';
import { fullTime } from './times.js';

/** Something that stops all new swaps. */
export type Stop = ResponseOf<'readSending'>['stops'][number];
/** Reason for a stop, as the service names it; a newer service may have more. */
export type StopReason = Stop['reason'];

interface StopText {
  readonly title: string;
  /** Time at which swaps are sent again; undefined if never. */
  readonly then?: string;
}

const STOPS: Readonly<Record<StopReason, StopText>> = {
  paused: { title: 'The operator has paused new swaps.', then: 'after the pause' },
  restored: {
    title:
      'Sending is stopped: the exchange was restored from a backup. Check your orders: cancels since then may be missing.',
    then: 'once the operator has released it',
  },
  'went-back': {
    title: 'Sending is stopped: the exchange’s database went back in time, and the chain is being asked.',
    then: 'once the chain has been asked',
  },
  'operator-balance-low': {
    title: 'Sending is stopped: the operator’s account holds too little for the fees of transactions.',
    then: 'once the operator has added to the account',
  },
  'fee-limit-reached': {
    title: 'Sending is stopped: the operator’s limit on fees is reached for now.',
    then: 'once the limit allows it',
  },
  'worth-limit-reached': {
    title: 'Sending is stopped: the operator’s limit on what is swapped within an hour is reached.',
    then: 'once the limit allows it',
  },
  'chain-unreachable': {
    title: 'Sending is stopped: the chain cannot be reached.',
    then: 'once the chain can be reached',
  },
  'dry-run': { title: 'This server only plans swaps, and sends none.' },
};

const textOf = (reason: StopReason): StopText =>
  (STOPS as Readonly<Record<string, StopText>>)[reason] ?? {
    title: `Sending is stopped: ${reason}.`,
    then: 'once it resumes',
  };

/** Reason why no new swap is sent, in a sentence. */
export const stopTitle = (reason: StopReason): string => textOf(reason).title;

/** Consequence for an order that would be sent: it may end before. */
export function stopHelp(reason: StopReason, validTo?: string): string {
  const { then } = textOf(reason);
  if (then === undefined) return 'Orders stay open until they end.';
  const end = validTo === undefined ? '' : ` If that is not before ${fullTime(validTo)}, it ends unsent.`;
  return `It is sent ${then}.${end}`;
}

/** Outlook for the orders that wait, for everyone. */
export function stopOutlook(reason: StopReason, until?: string): string {
  const { then } = textOf(reason);
  if (then === undefined) return 'Orders can be placed and cancelled.';
  const earliest = until === undefined ? '' : `, not before ${fullTime(until)}`;
  return `Orders can be placed and cancelled; those that are due are sent ${then}${earliest}.`;
}
