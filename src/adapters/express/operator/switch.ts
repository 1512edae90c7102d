import type { Request, Response } from 'express';
import { asObject, jsonBodyIfAny, misspeltField } from '../requests/json-body.js';
import { operation } from '../operation/operation.js';
import { ANY } from '../schema/outcomes.js';
import { text } from '../schema/schema.js';
import { namedSchema } from '../schema/shape.js';
import { fault, HttpError } from '../errors/problem.js';
import { requireSession, SESSION_ERRORS, type OperatorParts } from './session.js';
import { SWITCH, type SwitchResponse } from './status-shapes.js';

const MAX_REASON = 500;
const BODY_BYTES = 4_096;

export const PAUSE_REQUEST = namedSchema('PauseRequest', {
  type: 'object',
  description: 'Reason for a pause of new swaps.',
  properties: {
    reason: text('the operator’s own words, which GET /readyz shows to everyone', {
      minLength: 1,
      maxLength: MAX_REASON,
    }),
  },
});

const invalid = (detail: string) =>
  fault('invalid-request', { cause: 'the reason is malformed; details says why', details: [detail] });

/** Undefined if none is given. @throws HttpError for anything but such a text. */
function reasonIn({ body: raw }: Request, res: Response): string | undefined {
  if (raw === undefined) return undefined;
  const body = asObject(raw);
  const misspelt = misspeltField(body, ['reason'], res);
  if (misspelt !== undefined) throw new HttpError(invalid(misspelt));
  const { reason } = body;
  if (reason === undefined) return undefined;
  const isText = typeof reason === 'string' && reason.trim() !== '' && reason.length <= MAX_REASON;
  // Terminals take control characters for commands.
  if (!isText || /\p{Cc}/u.test(reason))
    throw new HttpError(invalid(`reason: must be a line of 1 to ${MAX_REASON} characters`));
  return reason.trim();
}

const SWITCHED = {
  description: 'The switch.',
  schema: SWITCH.ref(),
};

export const pauseSending = operation({
  id: 'pauseSending',
  limitedAs: 'keys',
  method: 'post',
  path: '/api/v1/pause',
  summary: 'Pause new swaps in every process on the database, as sluice pause does',
  rules: ['What is stored already is sent and settled. Pausing again replaces the reason.'],
  access: ['operator-session'],
  body: {
    description: 'Why.',
    schema: PAUSE_REQUEST.ref(),
    maxBytes: BODY_BYTES,
    readers: jsonBodyIfAny(),
  },
  response: SWITCHED,
  errors: [...SESSION_ERRORS, invalid(ANY)],
  curl: `-X POST "$BASE/operator/api/v1/pause" -H "Authorization: Bearer $SESSION" -H 'Content-Type: application/json' -d '{"reason":"a pool pays too much"}'`,
  handle: async (parts: OperatorParts, { req, res }): Promise<SwitchResponse> => {
    const { wallet } = await requireSession(parts, req);
    const reason = reasonIn(req, res);
    const { position } = await parts.operator.setSwitch({ isPaused: true, by: wallet, reason });
    req.log.info({ operator: wallet, reason }, 'the operator paused new swaps');
    return SWITCH.write({ position });
  },
});

export const resumeSending = operation({
  id: 'resumeSending',
  limitedAs: 'keys',
  method: 'post',
  path: '/api/v1/resume',
  summary: 'Send new swaps again in every process on the database, as sluice resume does',
  access: ['operator-session'],
  response: SWITCHED,
  errors: SESSION_ERRORS,
  curl: '-X POST "$BASE/operator/api/v1/resume" -H "Authorization: Bearer $SESSION"',
  handle: async (parts: OperatorParts, { req }): Promise<SwitchResponse> => {
    const { wallet } = await requireSession(parts, req);
    const { position } = await parts.operator.setSwitch({ isPaused: false, by: wallet });
    req.log.info({ operator: wallet }, 'the operator resumed new swaps');
    return SWITCH.write({ position });
  },
});
