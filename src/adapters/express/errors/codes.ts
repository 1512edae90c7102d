import { ALERT_ERRORS } from './alert-errors.js';
import { ACCESS_ERRORS, ACCESS_FAULTS } from './access-errors.js';
import { OPERATOR_ERRORS, OPERATOR_FAULTS } from './operator-errors.js';
import { ORDER_ERRORS } from './order-errors.js';
import { READ_ERRORS } from './read-errors.js';
import { REQUEST_ERRORS, REQUEST_FAULTS } from './request-errors.js';
import type { Coded, Kind, Row } from './row.js';
import { SENDING_ERRORS } from './sending-errors.js';
import { WEBHOOK_ERRORS } from './webhook-errors.js';

/** Rows of the errors that originate in the HTTP layer, by code. */
export const FAULTS = { ...REQUEST_FAULTS, ...ACCESS_FAULTS, ...OPERATOR_FAULTS };

const CORE = {
  ...REQUEST_ERRORS,
  ...ACCESS_ERRORS,
  ...ORDER_ERRORS,
  ...SENDING_ERRORS,
  ...WEBHOOK_ERRORS,
  ...ALERT_ERRORS,
  ...OPERATOR_ERRORS,
  ...READ_ERRORS,
};

/** One row per error of the core. A missing row or column does not compile. */
export const ERRORS: Readonly<Record<Kind, Row<never>>> = CORE;

type CodeOf<K extends keyof typeof CORE> = (typeof CORE)[K] extends Coded<infer Code> ? Code : K;
/** The stable word for an error, for programs. */
export type Code = { [K in keyof typeof CORE]: CodeOf<K> }[keyof typeof CORE] | keyof typeof FAULTS;

/** Advice to callers that get a code. */
export type Remedy = Pick<Row<never>, 'retry' | 'remedy'>;

/** The code of an error of the core. */
export const codeOf = (kind: Kind): Code => ((CORE[kind] as Partial<Coded<Code>>).code ?? kind) as Code;

const byCode = (rows: Readonly<Record<string, Remedy & Partial<Coded>>>): Readonly<Record<string, Remedy>> =>
  Object.fromEntries(
    Object.entries(rows).map(([kind, { code, retry, remedy }]) => [code ?? kind, { retry, remedy }]),
  );

/** The codes with their remedies, by subject. */
export const FAMILIES = {
  'Any request': byCode({ ...REQUEST_FAULTS, ...REQUEST_ERRORS }),
  'Keys, wallets and limits': byCode({ ...ACCESS_FAULTS, ...ACCESS_ERRORS }),
  Orders: byCode(ORDER_ERRORS),
  'Sending an order': byCode(SENDING_ERRORS),
  'Webhooks and alerts': byCode({ ...WEBHOOK_ERRORS, ...ALERT_ERRORS }),
  Operators: byCode({ ...OPERATOR_FAULTS, ...OPERATOR_ERRORS }),
  'Prices and metadata': byCode(READ_ERRORS),
};

/** Remedy for each code. */
export const REMEDIES = Object.assign({}, ...Object.values(FAMILIES)) as Readonly<Record<Code, Remedy>>;
