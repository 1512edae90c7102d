import type { IncomingMessage } from 'node:http';
import type { ErrorRequestHandler, Request, Response } from 'express';
import Negotiator from 'negotiator';
import type { Clock } from '../../../ports/index.js';
import { errorShapeOf } from './areas.js';
import { BODY_BYTES } from '../requests/json-body.js';
import { findJsonBreak } from '../requests/json-break.js';
import { ERROR, PROBLEM_DETAILS, type DatedProblem, type ErrorShape } from '../schema/common-schemas.js';
import { fault, HttpError, isOutage, type Problem } from '../errors/problem.js';
import { explain, logOf, noteCode, noteFault, requestIdOf } from '../requests/request-log.js';

/** Responds to anything thrown. The problem of an HttpError is sent; anything else is logged, and the caller gets a fixed text. */
export function errorResponses({ clock }: { readonly clock: Clock }): ErrorRequestHandler {
  return (thrown: unknown, req, res, _next) => {
    if (res.headersSent) {
      logOf(req)?.error({ err: thrown }, 'a response broke off');
      req.socket.destroy();
      return;
    }
    const problem = problemFrom(thrown);
    noteForLog(problem, thrown, res);
    send(problem, req, res, problem.at ?? clock.now());
  };
}

/** The problem to respond with when a request has thrown this. */
export function problemFrom(thrown: unknown): Problem {
  if (thrown instanceof HttpError) return thrown.problem;
  if (isOutage(thrown)) return fault('storage-unavailable');
  return clientFault(thrown) ?? fault('internal');
}

const FAULT_BY_STATUS = new Map<unknown, Problem>(
  [
    fault('malformed-request'),
    fault('body-too-large'),
    fault('unsupported-media-type', { error: 'Unsupported media type' }),
  ].map((problem) => [problem.status, problem]),
);

/** Faults that Express and its body parser find in a request: errors with a 4xx status. Their texts are not sent. */
function clientFault(thrown: unknown): Problem | undefined {
  if (!(thrown instanceof Error) || !('status' in thrown)) return undefined;
  if ('type' in thrown && thrown.type === 'entity.parse.failed') return malformedJson(thrown);
  return FAULT_BY_STATUS.get(thrown.status);
}

/** Says where a body breaks off but quotes none of it: it may hold a signature. */
function malformedJson(thrown: Error & { readonly body?: unknown }): Problem {
  const { body } = thrown;
  const found = typeof body === 'string' && body.length <= BODY_BYTES ? findJsonBreak(body) : undefined;
  if (found === undefined) return fault('malformed-json');
  const { line, column, wanted } = found;
  return fault('malformed-json', {
    hint: `The JSON breaks at line ${line}, column ${column}, where ${wanted} is expected.`,
  });
}

function noteForLog(problem: Problem, thrown: unknown, res: Response): void {
  noteCode(res, problem.code);
  if (problem.status < 500) return;
  const cause = thrown instanceof HttpError ? thrown.cause : thrown;
  // An expected outcome or an outage needs no stack.
  if (cause instanceof Error && !isOutage(cause)) noteFault(res, cause);
  else if (cause !== undefined) explain(res, cause);
}

const PROBLEM_JSON = 'application/problem+json';

/** Whether the caller prefers RFC 9457 errors to the area's own. */
export const prefersProblem = ({ headers: { accept } }: IncomingMessage): boolean =>
  accept?.includes(PROBLEM_JSON) === true &&
  new Negotiator({ headers: { accept } }).mediaType(['application/json', PROBLEM_JSON]) === PROBLEM_JSON;

/** The body of an error, and its Content-Type. */
export function errorBody(req: IncomingMessage, shape: ErrorShape = ERROR, problem: DatedProblem) {
  return prefersProblem(req)
    ? { type: PROBLEM_JSON, text: JSON.stringify(PROBLEM_DETAILS.write(problem)) }
    : { type: 'application/json; charset=utf-8', text: JSON.stringify(shape.write(problem)) };
}

function send(problem: Problem, req: Request, res: Response, at: Date): void {
  const { status, headers = {} } = problem;
  // An operation may have set a stricter value.
  if (res.get('Cache-Control')?.includes('no-store') !== true) res.set('Cache-Control', 'no-store');
  res.status(status).set(headers).vary('Accept');
  const { type, text } = errorBody(req, errorShapeOf(res), { ...problem, at, requestId: requestIdOf(req) });
  // `send` would add a charset to a type that has none.
  res.setHeader('Content-Type', type);
  res.end(text);
}
