import type { Core } from '../../../application/core.js';
import { SESSION_MS } from '../../../domain/operator/session.js';
import { valueOrThrow } from '../errors/errors.js';
import { address } from '../schema/common-schemas.js';
import { operation } from '../operation/operation.js';
import { logOf } from '../requests/request-log.js';
import { outcomes, type ErrorOf } from '../schema/outcomes.js';
import { always, object, text, time, type WireOf } from '../schema/schema.js';
import {
  BY_BODY,
  MISSING_AUTHENTICATION,
  MISSING_FIELDS,
  PROOF_REFUSALS,
  requireProofInBody,
  signedBody,
} from '../requests/wallet-proof.js';
import { requireSession, SESSION_ERRORS, tokenOf, type OperatorParts } from './session.js';

const SESSION = object({
  token: text('os_ and 64 hex characters. A secret: send it as Authorization: Bearer', {
    pattern: '^os_[0-9a-f]{64}$',
  }),
  wallet: address('wallet of the session'),
  expiresAt: time('end of the session'),
});

/** The body of the response to a sign-in: the only one that holds the session's token. */
export type SessionResponse = WireOf<typeof SESSION>;

export const signIn = operation({
  id: 'signInOperator',
  priority: 'urgent',
  limitedAs: 'keys',
  method: 'post',
  path: '/api/v1/sessions',
  summary: 'Sign in as the operator with a wallet',
  rules: [
    `The session works in every process on the database for ${SESSION_MS / 60_000} minutes, or until it is signed out or its wallet is removed from SLUICE_OPERATOR_WALLETS. Its token is returned only once.`,
    'The signed message must have `audience`, the origin of this server, whatever SLUICE_REQUIRE_AUDIENCE says.',
  ],
  access: ['operator-wallet'],
  signedFields: { action: always('operator_sign_in') },
  body: signedBody,
  response: { description: 'The session.', schema: SESSION },
  errors: [
    MISSING_FIELDS,
    MISSING_AUTHENTICATION,
    ...outcomes<ErrorOf<Core['operator']['signIn']>>()(['operator-off', ...PROOF_REFUSALS, 'not-operator']),
  ],
  curl: `-X POST "$BASE/operator/api/v1/sessions" ${BY_BODY}`,
  sign: 'action=operator_sign_in',
  handle: async ({ operator }: OperatorParts, { req }): Promise<SessionResponse> => {
    const { session, token } = valueOrThrow(await operator.signIn(requireProofInBody(req)));
    const { wallet, expiresAt } = session;
    logOf(req)?.info({ operator: wallet }, 'the operator signed in');
    return { token, wallet, expiresAt: expiresAt.toISOString() };
  },
});

export const signOut = operation({
  id: 'signOutOperator',
  limitedAs: 'keys',
  method: 'delete',
  path: '/api/v1/sessions/current',
  summary: 'Sign out: the session’s token stops working in every process',
  access: ['operator-session'],
  response: { description: 'Signed out.', schema: object({ status: always('success') }) },
  errors: SESSION_ERRORS,
  curl: '-X DELETE "$BASE/operator/api/v1/sessions/current" -H "Authorization: Bearer $SESSION"',
  handle: async (parts: OperatorParts, { req }) => {
    const { wallet } = await requireSession(parts, req);
    valueOrThrow(await parts.operator.signOut(tokenOf(req) ?? ''));
    logOf(req)?.info({ operator: wallet }, 'the operator signed out');
    return { status: 'success' as const };
  },
});
