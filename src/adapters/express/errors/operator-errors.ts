import type { CoreError } from '../../../application/core.js';
import { remedyOf } from './codes/codes.js';
import type { Kind, OfKind, Row } from './error-row.js';

/** Rows of the table of errors: the operator's view. */
export const OPERATOR_ERRORS = {
  'operator-off': [404, 'This server has no operator’s wallets', { hint: remedyOf('operator-off') }],
  'not-operator': [403, 'The wallet is not the operator’s', { hint: remedyOf('not-operator') }],
  'session-ended': [401, 'There is no such session', { hint: remedyOf('session-ended') }],
} satisfies { readonly [K in Kind]?: Row<OfKind<CoreError, K>> };
