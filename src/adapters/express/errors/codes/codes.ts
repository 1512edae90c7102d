import type { Kind } from '../error-row.js';
import { ORDER_REMEDIES, SENDING_REMEDIES } from './order-remedies.js';
import { OPERATOR_REMEDIES } from './operator-remedies.js';
import type { Remedy } from './remedy.js';
import { WEBHOOK_REMEDIES } from './webhook-remedies.js';
import { ACCESS_REMEDIES, READ_REMEDIES, REQUEST_REMEDIES } from './request-remedies.js';

/**
 * The kinds of the core whose code is another word; the code of every other kind is the kind. Upper case is what the
 * interface’s contract fixed before there was a rule, and gets no new members.
 */
export const OTHER_CODES = {
  'wrong-audience': 'WRONG_AUDIENCE',
  'expired-timestamp': 'EXPIRED_TIMESTAMP',
  'not-order-owner': 'NOT_ORDER_OWNER',
  'invalid-api-key': 'INVALID_API_KEY',
  'api-key-inactive': 'API_KEY_INACTIVE',
  'rate-limit-exceeded': 'RATE_LIMIT_EXCEEDED',
  'wallet-rate-exceeded': 'RATE_LIMIT_EXCEEDED',
  'permission-denied': 'PERMISSION_DENIED',
  'key-of-another-wallet': 'UNAUTHORIZED_WALLET',
  'invalid-selection': 'invalid-request',
  'missing-signature': 'missing-authentication-headers',
} as const satisfies { readonly [K in Kind]?: string };

type OtherCodes = typeof OTHER_CODES;
type CodeOfKind<K extends Kind> = K extends keyof OtherCodes ? OtherCodes[K] : K;

/** The codes by what they are about. */
export const FAMILIES = {
  'Any request': REQUEST_REMEDIES,
  'Keys, wallets and limits': ACCESS_REMEDIES,
  Orders: ORDER_REMEDIES,
  'Sending an order': SENDING_REMEDIES,
  Webhooks: WEBHOOK_REMEDIES,
  Operators: OPERATOR_REMEDIES,
  'Prices and metadata': READ_REMEDIES,
} as const;

type Families = (typeof FAMILIES)[keyof typeof FAMILIES];
/** The stable word of an error for programs. */
export type Code = Families extends infer F ? (F extends object ? keyof F & string : never) : never;

/** Remedy for each code. A kind of the core whose code has no remedy does not compile. */
export const REMEDIES: Readonly<Record<Code, Remedy>> = {
  ...REQUEST_REMEDIES,
  ...ACCESS_REMEDIES,
  ...ORDER_REMEDIES,
  ...SENDING_REMEDIES,
  ...WEBHOOK_REMEDIES,
  ...OPERATOR_REMEDIES,
  ...READ_REMEDIES,
} satisfies { readonly [K in Kind as CodeOfKind<K>]: Remedy };

/** Remedy for the code, as a hint. */
export const remedyOf = (code: Code) => (): string => REMEDIES[code].remedy;

/** The code of an error of the core. */
export const codeOf = (kind: Kind): Code =>
  (OTHER_CODES as { readonly [K in Kind]?: Code })[kind] ?? (kind as Code);
