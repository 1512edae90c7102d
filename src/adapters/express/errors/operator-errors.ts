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
  'session-ended': change(401, {
    sentence: 'There is no such session',
    cause:
      'the token is unknown, expired or signed out, or its wallet is no longer in SLUICE_OPERATOR_WALLETS',
    remedy: 'Sign in again with a wallet of SLUICE_OPERATOR_WALLETS: a session lasts an hour.',
    hint: 'remedy',
  }),
});
