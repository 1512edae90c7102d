import { StorageFailure } from '../../../ports/index.js';
import { FAULTS, type Code } from './codes.js';
import type { Fault } from './row.js';

/** The content of an error response. Public: it holds no secret and no internal message. */
export interface Problem {
  /** HTTP status, 400 to 599. */
  readonly status: number;
  /** One sentence for people. */
  readonly error: string;
  /** Stable word for programs. */
  readonly code: Code;
  readonly details?: unknown;
  /** One or two sentences on what would help, if known. */
  readonly hint?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Time of the error; now if absent. */
  readonly at?: Date;
}

/** An error response. In its texts, `…` replaces anything that depends on the request. */
export interface ErrorCase extends Problem {
  /** Phrase that says in which case the error is returned, such as `a parameter breaks its rule`. */
  readonly cause: string;
}

/**
 * The error with that code, from the HTTP layer's rows.
 *
 * @param more facts that differ from those of the code's row.
 * @example fault('invalid-request', { details: ['amount must be a text'] })
 */
export function fault(code: keyof typeof FAULTS, more: Partial<ErrorCase> = {}): ErrorCase {
  const { status, sentence, cause, remedy, hint, retryAfter }: Fault = FAULTS[code];
  return {
    status,
    code,
    error: sentence,
    cause,
    ...(hint === 'remedy' && { hint: remedy }),
    ...(retryAfter !== undefined && { headers: { 'Retry-After': String(retryAfter) } }),
    ...more,
  };
}

/** Error thrown to respond with a problem. Its cause, if any, is logged but never sent. */
export class HttpError extends Error {
  override readonly name = 'HttpError';

  constructor(
    readonly problem: Problem,
    options?: ErrorOptions,
  ) {
    super(problem.error, options);
  }
}

/** Whether the database could not be reached, or accepted no writes. */
export const isOutage = (thrown: unknown): boolean => thrown instanceof StorageFailure && thrown.isOutage;

export const badRequest = (error: string, more: Pick<Problem, 'details' | 'hint'> = {}): HttpError =>
  new HttpError(fault('invalid-request', { error, ...more }));

/** The response while the database is unavailable, with the sentence of the operation's own failure. */
export const outageAs = ({ error }: Pick<Problem, 'error'>): ErrorCase =>
  fault('storage-unavailable', { error });

/**
 * Runs the work. If `mayReplace` returns true, anything that the work throws, except an HttpError, becomes the problem, with the
 * original as its cause. An outage of the database keeps its status and code.
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
