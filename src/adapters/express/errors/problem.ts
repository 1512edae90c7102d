import type { Code } from './codes/codes.js';
import { StorageFailure } from '../../../ports/index.js';

/** The content of an error response. Public: it holds no secret and no internal message. */
export interface Problem {
  /** HTTP status, 400 to 599. */
  readonly status: number;
  /** One sentence for people. */
  readonly error: string;
  /** Stable word for programs. */
  readonly code: Code;
  readonly details?: unknown;
  /** A sentence or two on what would help, where that can be told. */
  readonly hint?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Time of the error; now if absent. */
  readonly at?: Date;
}

const fault = (status: number, code: Code, error: string): Problem => ({ status, error, code });

/** Faults of a request that no operation looks for, and of the server. */
export const FAULTS = {
  malformed: fault(400, 'malformed-request', 'Malformed request'),
  malformedJson: fault(400, 'malformed-json', 'Malformed JSON'),
  tooLarge: fault(413, 'body-too-large', 'Request body too large'),
  unsupported: fault(415, 'unsupported-media-type', 'Unsupported media type'),
  notJson: fault(415, 'unsupported-media-type', 'Unsupported media type: send application/json'),
  internal: fault(500, 'internal', 'Internal server error'),
  outage: {
    ...fault(503, 'storage-unavailable', 'The database is not available; try again later'),
    headers: { 'Retry-After': '5' },
  },
  starting: {
    ...fault(503, 'starting', 'The server is starting; try again in a moment'),
    headers: { 'Retry-After': '1' },
  },
};

/** Thrown to respond with a problem. The cause, if any, is logged and never sent. */
export class HttpError extends Error {
  override readonly name = 'HttpError';

  constructor(
    readonly problem: Problem,
    options?: ErrorOptions,
  ) {
    super(problem.error, options);
  }
}

/** Whether the database could not be reached, or took no writes. */
export const isOutage = (thrown: unknown): boolean => thrown instanceof StorageFailure && thrown.isOutage;

export const badRequest = (error: string, more: Pick<Problem, 'details' | 'hint'> = {}): HttpError =>
  new HttpError({ status: 400, error, code: 'invalid-request', ...more });

/** The response while the database is unavailable, in the words that callers know of this failure. */
export const outageAs = ({ error }: Pick<Problem, 'error'>): Problem => ({ ...FAULTS.outage, error });

/**
 * Runs the work. While `mayReplace` returns true, anything it throws becomes the problem, with what was thrown as its cause;
 * other than an HttpError. An outage of the database keeps its status and code.
 */
export async function orFail<T>(
  problem: Problem,
  work: () => Promise<T>,
  mayReplace: () => boolean = () => true,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HttpError || !mayReplace()) throw error;
    throw new HttpError(isOutage(error) ? outageAs(problem) : problem, { cause: error });
  }
}
