import { err, ok, type Result } from '../../../domain/shared/result.js';
import { invalidBody, jsonBodyIfAny, readBody } from '../requests/json-body.js';
import { logOf } from '../requests/request-log.js';
import { operation } from '../operation/operation.js';
import { Param, Reads, schemaOf } from '../schema/request-class.js';
import { ANY } from '../schema/outcomes.js';
import { namedSchema } from '../schema/shape.js';
import { requireSession, SESSION_ERRORS, type OperatorParts } from './session.js';
import { SWITCH, type SwitchResponse } from './status-shapes.js';

const MAX_REASON = 500;
const BODY_BYTES = 4_096;

/** Parses a line in the operator's own words. Control characters are refused, because terminals interpret them as commands. */
const parseLine = (raw: string): Result<string, undefined> =>
  raw.trim() !== '' && raw.length <= MAX_REASON && !/\p{Cc}/u.test(raw) ? ok(raw.trim()) : err(undefined);

class PauseBody {
  @Reads(parseLine, { message: `must be a line of 1 to ${MAX_REASON} characters` })
  @Param('the operator’s own words, which GET /readyz shows to everyone', {
    minLength: 1,
    maxLength: MAX_REASON,
  })
  reason?: string;
}

export const PAUSE_REQUEST = namedSchema(
  'PauseRequest',
  schemaOf(PauseBody, 'Reason for a pause of new swaps.'),
);

const SWITCHED = {
  description: 'The switch.',
  schema: SWITCH.ref(),
};

export const pauseSending = operation({
  id: 'pauseSending',
  priority: 'urgent',
  limitedAs: 'keys',
  method: 'post',
  path: '/api/v1/pause',
  summary: 'Pause new swaps in every process on the database, as sluice pause does',
  rules: ['Stored swaps are still sent and settled. Pausing again replaces the reason.'],
  access: ['operator-session'],
  body: {
    description: 'Reason for the pause.',
    schema: PAUSE_REQUEST.ref(),
    maxBytes: BODY_BYTES,
    readers: jsonBodyIfAny(BODY_BYTES),
  },
  response: SWITCHED,
  errors: [...SESSION_ERRORS, { ...invalidBody(ANY), cause: 'the reason is malformed; details says why' }],
  curl: `-X POST "$BASE/operator/api/v1/pause" -H "Authorization: Bearer $SESSION" -H 'Content-Type: application/json' -d '{"reason":"a pool pays too much"}'`,
  handle: async (parts: OperatorParts, { req, res }): Promise<SwitchResponse> => {
    const { wallet } = await requireSession(parts, req);
    const reason = req.body === undefined ? undefined : readBody(req.body, res, PauseBody).reason;
    const { position } = await parts.operator.setSwitch({ isPaused: true, by: wallet, reason });
    logOf(req)?.info({ operator: wallet, reason }, 'the operator paused new swaps');
    return SWITCH.write({ position });
  },
});

export const resumeSending = operation({
  id: 'resumeSending',
  priority: 'urgent',
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
    logOf(req)?.info({ operator: wallet }, 'the operator resumed new swaps');
    return SWITCH.write({ position });
  },
});
