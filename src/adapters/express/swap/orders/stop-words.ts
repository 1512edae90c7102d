import type { SendingStop } from '../../../../application/execution/send/brakes.js';

/** Causes that stop all new swaps, in words for programs. */
export const STOPS = {
  paused: 'the operator has paused new swaps',
  restored: 'the database was restored from a backup, and the operator has not released it yet',
  'went-back': 'the database went back in time, or a standby took over, and the chain is being asked',
  'operator-balance-low': 'the operator’s accounts hold too little for fees',
  'fee-limit-reached': 'the operator’s limit on fees is reached for now',
  'worth-limit-reached': 'the operator’s limit on what is swapped within an hour is reached',
  'chain-unreachable': 'the operator’s limits cannot be checked, because the chain cannot be reached',
  'dry-run': 'the server only plans swaps',
} satisfies Readonly<Record<SendingStop['kind'], string>>;
