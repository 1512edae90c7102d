import { change, type Remedy } from './remedy.js';

/** Codes of the operator's view. */
export const OPERATOR_REMEDIES = {
  'operator-off': change('Name the operator’s wallets in SLUICE_OPERATOR_WALLETS and restart the server.'),
  'not-operator': change('Sign with a wallet of SLUICE_OPERATOR_WALLETS.'),
  'missing-session': change('Sign in, and send the token as Authorization: Bearer.'),
  'session-ended': change('Sign in again with a wallet of SLUICE_OPERATOR_WALLETS: a session lasts an hour.'),
} satisfies Readonly<Record<string, Remedy>>;
