import type { StopKind } from '../../domain/order/evaluation/evaluation.js';
import { fullTime } from './times.js';

/** Words for what stops all new swaps. */
interface StopWords {
  /** The cause, as a part of a sentence. */
  readonly title: string;
  /** Time at which swaps are sent again; undefined if never. */
  readonly then?: string;
  /** Action for owners of orders. */
  readonly help?: string;
}

/** Everything that stops all new swaps. */
export const STOPS: Readonly<Record<StopKind, StopWords>> = {
  paused: { title: 'the operator has paused new swaps', then: 'after the pause' },
  restored: {
    title: 'the exchange was restored from a backup, and the operator has not released it yet',
    then: 'once the operator has released it',
    help: 'Check your orders: cancels since the backup may be missing.',
  },
  'went-back': {
    title: 'the exchange’s database went back in time, or a standby took over, and the chain is being asked',
    then: 'once the chain has been asked',
  },
  'operator-balance-low': {
    title: 'the operator’s accounts hold too little for the fees of transactions',
    then: 'once the operator has added to an account',
  },
  'fee-limit-reached': {
    title: 'the operator’s limit on fees is reached for now',
    then: 'once the limit allows it',
  },
  'worth-limit-reached': {
    title: 'the operator’s limit on what is swapped within an hour is reached',
    then: 'once the limit allows it',
  },
  'chain-unreachable': { title: 'the chain cannot be reached', then: 'once the chain can be reached' },
  'dry-run': { title: 'this server only plans swaps' },
};

/** Reason for a stop, as a server names it; a newer server may have more. */
export type StopReason = StopKind | (string & {});

const wordsOf = (reason: StopReason): StopWords =>
  Object.hasOwn(STOPS, reason) ? STOPS[reason as StopKind] : { title: reason, then: 'once it resumes' };

/** Reason why no new swap is sent, as a sentence. */
export function stopTitle(reason: StopReason): string {
  const { title, help } = wordsOf(reason);
  return `Sending is stopped: ${title}.${help === undefined ? '' : ` ${help}`}`;
}

/** Consequence for an order that is due: it waits, or may end before swaps are sent again. */
export function stopHelp(reason: StopReason, validTo?: string): string {
  const { then } = wordsOf(reason);
  if (then === undefined) return 'Orders stay open until they end.';
  const end = validTo === undefined ? '' : ` If that is not before ${fullTime(validTo)}, it ends unsent.`;
  return `It is sent ${then}.${end}`;
}

/** Outlook for all waiting orders, worded for everyone. */
export function stopOutlook(reason: StopReason, until?: string): string {
  const { then } = wordsOf(reason);
  if (then === undefined) return 'Orders can be placed and cancelled.';
  const earliest = until === undefined ? '' : `, not before ${fullTime(until)}`;
  return `Orders can be placed and cancelled; those that are due are sent ${then}${earliest}.`;
}
