import type { CoreError } from '../../../application/core.js';
import type { Code } from '../errors/codes/codes.js';
import type { OfKind } from '../errors/error-row.js';
import { problemOf } from '../errors/errors.js';
import { FAULTS, outageAs, type Problem } from '../errors/problem.js';
import type { ErrorCase } from './model.js';

/** The placeholder for what depends on the request in an error's texts; of every type, since it is only shown. */
export const ANY = '…' as never;

const EPOCH = new Date(0);
/** Placeholders of facts that are more than one text. */
const FACTS: Readonly<Record<string, unknown>> = {
  problems: [{ field: ANY, message: ANY }],
  shortfall: { balance: ANY, needed: ANY },
  mismatch: { field: ANY, signed: ANY },
  known: [ANY],
  differing: [ANY],
  copies: [ANY],
  meant: [ANY],
  accepted: [ANY],
  behindMs: 400_000,
  standing: { resetsAt: EPOCH },
  askedAt: EPOCH,
  caller: { standing: { resetsAt: EPOCH }, askedAt: EPOCH },
};

/** An error of that kind, with a placeholder for every fact that its sentence uses. */
export const anyError = (known: { readonly kind: string }): CoreError =>
  new Proxy(known, {
    get: (_, fact) => (Reflect.get(known, fact) ?? FACTS[String(fact)] ?? ANY) as unknown,
  }) as CoreError;

/** Phrase for when an error is sent, or one for each set of facts that distinguishes its cases. */
type Causes<E extends CoreError, K extends E['kind']> =
  string | readonly (Partial<Omit<OfKind<E, K>, 'kind'>> & { readonly cause: string })[];

/** The errors that a use case may return: the union behind its Result. */
export type ErrorOf<UseCase extends (...args: never[]) => unknown> =
  Extract<Awaited<ReturnType<UseCase>>, { readonly ok: false }> extends {
    readonly error: infer E extends CoreError;
  }
    ? E
    : never;

/**
 * The error responses of a use case. Statuses, codes and sentences come from the one table of errors; here each kind
 * gets the phrase that says when it is sent. A kind without a phrase does not compile.
 *
 * @example errors: outcomes<ErrorOf<Core['prices']['find']>>({ 'token-not-priced': 'the token was never priced' })
 */
export const outcomes = <E extends CoreError>(causes: {
  readonly [K in E['kind']]: Causes<E, K>;
}): readonly ErrorCase[] =>
  Object.entries<Causes<E, E['kind']>>(causes).flatMap(([kind, told]) => {
    const cases = typeof told === 'string' ? [{ cause: told }] : told;
    return cases.map(({ cause, ...facts }) => ({ ...problemOf(anyError({ ...facts, kind })), cause }));
  });

/** An error of the HTTP layer. */
export const errorCase = (
  status: number,
  code: Code,
  error: string,
  cause: string,
  more: Partial<Problem> = {},
): ErrorCase => ({ status, code, error, ...more, cause });

/** A parameter that breaks its rule. */
export const badParameter = (error: string, cause: string): ErrorCase =>
  errorCase(400, 'invalid-request', error, cause);

export const INTERNAL: ErrorCase = {
  ...FAULTS.internal,
  cause: 'a failure of the server; the cause is logged, not returned',
};

/** Possible on any path with a parameter. */
export const MALFORMED_PATH: ErrorCase = {
  ...FAULTS.malformed,
  cause: 'the path is not valid percent-encoding',
};

/** Possible on any operation with a body, before its content is checked. */
export const BODY_ERRORS: readonly ErrorCase[] = [
  { ...FAULTS.malformedJson, cause: 'the body is not JSON' },
  { ...FAULTS.tooLarge, cause: 'the body is longer than allowed' },
  { ...FAULTS.notJson, cause: 'the body has another Content-Type' },
];

/** Possible on any path while the database is unavailable. */
export const OUTAGE: ErrorCase = {
  ...FAULTS.outage,
  cause: 'the database cannot be reached, or takes no writes; whether a change took effect is unknown',
};

/** The same on an operation that has words of its own for its failures. */
export const outageOf = (failure: ErrorCase): ErrorCase => ({ ...OUTAGE, ...outageAs(failure) });

/** Possible on any path while the process starts. */
export const STARTING: ErrorCase = { ...FAULTS.starting, cause: 'the process is not ready for requests yet' };

/** A known path with a method that it does not have. */
export const METHOD_NOT_ALLOWED = errorCase(
  405,
  'method-not-allowed',
  'Method not allowed',
  'the path does not have the method; the header Allow lists those it has',
);

export const UNKNOWN_PATH = errorCase(404, 'not-found', 'Not found', 'there is no such path');
