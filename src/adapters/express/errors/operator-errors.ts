import { change, type Fault, rows } from './row.js';

/** Rows of the errors about the operator's view that originate in the HTTP layer. */
export const OPERATOR_FAULTS = {
  'missing-session': change(401, {
    sentence: 'Missing Authorization header',
    cause: 'the request has no Authorization: Bearer',
    remedy: 'Sign in, and send the token as Authorization: Bearer.',
    hint: 'remedy',
  }),
} satisfies Readonly<Record<string, Fault>>;

/** Rows of the core's errors about the operator's view. */
export const OPERATOR_ERRORS = rows({
  'operator-off': change(404, {
    sentence: 'This server has no operator’s wallets',
    cause: 'SLUICE_OPERATOR_WALLETS names no wallet',
    remedy: 'Name the operator’s wallets in SLUICE_OPERATOR_WALLETS and restart the server.',
    hint: 'remedy',
  }),
  'not-operator': change(403, {
    sentence: 'The wallet is not the operator’s',
    cause: 'the wallet is not in SLUICE_OPERATOR_WALLETS',
    remedy: 'Sign with a wallet of SLUICE_OPERATOR_WALLETS.',
    hint: 'remedy',
  }),
  'invalid-cost-period': change(400, {
    sentence: ({ reason }) => `Invalid period: ${reason}`,
    cause: 'the period is empty or too long',
    remedy: 'Name a from that is before to, and a shorter period.',
  }),
  'too-many-costs': change(400, {
    sentence: ({ most }) => `The period has more than ${most} transactions`,
    cause: 'the period has more transactions than are added up at a time',
    remedy: 'Name a shorter period.',
  }),
  'session-ended': change(401, {
    sentence: 'There is no such session',
    cause:
      'the token is unknown, expired or signed out, or its wallet is no longer in SLUICE_OPERATOR_WALLETS',
    remedy: 'Sign in again with a wallet of SLUICE_OPERATOR_WALLETS: a session lasts an hour.',
    hint: 'remedy',
  }),
});
