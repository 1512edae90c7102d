import type { CoreError } from '../../../application/errors.js';
import { problemFrom } from '../error-responses.js';
import { problemOf } from '../errors.js';
import type { Problem } from '../problem.js';
import type { ErrorCase } from './model.js';

/** Stands in an error's texts for whatever the request or the state makes of it; of every type, since it is only told. */
export const ANY = '…' as never;

/** An outcome of the core as the one table of statuses, codes and sentences answers it. */
export const outcome = <E extends CoreError>(error: E, cause: string): ErrorCase => ({
  ...problemOf(error),
  cause,
});

/** An error that a controller finds by itself. */
export const errorCase = (
  status: number,
  code: string,
  error: string,
  cause: string,
  more: Partial<Problem> = {},
): ErrorCase => ({ status, code, error, ...more, cause });

/** A parameter that breaks its rule. */
export const badParameter = (error: string, cause: string): ErrorCase =>
  errorCase(400, 'invalid-request', error, cause);

export const INTERNAL: ErrorCase = {
  ...problemFrom(undefined),
  cause: 'a failure of the server; it is logged and nothing of it is told',
};

const fault = (status: number, cause: string, type?: string): ErrorCase => ({
  ...problemFrom(Object.assign(new Error(), { status, type })),
  cause,
});

/** What any path with a parameter can come to. */
export const MALFORMED_PATH = fault(400, 'the path is not well percent-encoded');

/** What any operation with a body can come to before its content is looked at. */
export const BODY_ERRORS: readonly ErrorCase[] = [
  fault(400, 'the body is not JSON', 'entity.parse.failed'),
  fault(413, 'the body is longer than allowed'),
  errorCase(
    415,
    'unsupported-media-type',
    'Unsupported media type: send application/json',
    'the body has another Content-Type',
  ),
];

/** Answered by a known path to a method that it does not know. */
export const METHOD_NOT_ALLOWED = errorCase(
  405,
  'method-not-allowed',
  'Method not allowed',
  'the path does not know the method; the header Allow names those it knows',
);

export const UNKNOWN_PATH = errorCase(404, 'not-found', 'Not found', 'there is no such path');
