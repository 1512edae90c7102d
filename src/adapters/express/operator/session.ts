import type { Request } from 'express';
import type { Core } from '../../../application/core.js';
import type { OperatorSession } from '../../../domain/operator/session.js';
import { valueOrThrow } from '../errors/errors.js';
import { outcomes, type ErrorOf } from '../schema/outcomes.js';
import { fault, HttpError } from '../errors/problem.js';
import type { ProcessState } from './process-state.js';

/** Parts that an operation of the operator needs. */
export interface OperatorParts {
  readonly operator: Core['operator'];
  readonly state: () => Promise<ProcessState>;
}

const MISSING_SESSION = fault('missing-session');

/** Refusals of a caller without a session. */
export const SESSION_ERRORS = [
  MISSING_SESSION,
  ...outcomes<ErrorOf<Core['operator']['authenticate']>>()(['operator-off', 'session-ended']),
];

const BEARER = /^bearer +(\S+)$/i;

/** The token that the request carries. */
export const tokenOf = (req: Request): string | undefined => BEARER.exec(req.get('authorization') ?? '')?.[1];

/** The session of the request's token. */
export async function requireSession({ operator }: OperatorParts, req: Request): Promise<OperatorSession> {
  const token = tokenOf(req);
  const session = await operator.authenticate(token ?? '');
  const isMissing = token === undefined && !session.ok && session.error.kind === 'session-ended';
  if (isMissing) throw new HttpError(MISSING_SESSION);
  return valueOrThrow(session);
}
