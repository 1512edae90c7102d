import type { CoreError } from '../../../application/core-error.js';
import { ERRORS } from '../errors/codes.js';
import { problemOf } from '../errors/errors.js';
import { fault, type ErrorCase } from '../errors/problem.js';
import type { OfKind } from '../errors/row.js';

/** The placeholder for request-dependent values in an error's texts; of any type, since it is only displayed. */
export const ANY = '…' as never;

const EPOCH = new Date(0);
/** Placeholders for facts that are not a single text. */
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

/** An error of the kind, with a placeholder for every fact in its sentence. */
export const anyError = (known: { readonly kind: string }): CoreError =>
  new Proxy(known, {
    get: (_, fact) => (Reflect.get(known, fact) ?? FACTS[String(fact)] ?? ANY) as unknown,
  }) as CoreError;

/** A kind of error, alone or with some of its facts and a phrase for when it is returned, which replaces the row's. */
type Case<E extends CoreError, K extends E['kind'] = E['kind']> =
  K | { readonly [Of in K]: Partial<OfKind<E, Of>> & { readonly kind: Of; readonly cause: string } }[K];
type KindOf<C> = C extends { readonly kind: infer K } ? K : C;
/** Type that keeps a list without one of the kinds from compiling. */
type Complete<E extends CoreError, C> = [Exclude<E['kind'], KindOf<C>>] extends [never]
  ? unknown
  : { readonly missing: Exclude<E['kind'], KindOf<C>> };

/** The errors that a use case may return: the union behind its Result. */
export type ErrorOf<UseCase extends (...args: never[]) => unknown> =
  Extract<Awaited<ReturnType<UseCase>>, { readonly ok: false }> extends {
    readonly error: infer E extends CoreError;
  }
    ? E
    : never;

/**
 * The error responses of a use case, from the table of errors. A list that lacks a kind does not compile.
 *
 * @example errors: outcomes<ErrorOf<Core['prices']['find']>>()(['token-not-priced'])
 */
export const outcomes =
  <E extends CoreError>() =>
  <const C extends readonly Case<E>[]>(cases: C & Complete<E, C[number]>): readonly ErrorCase[] =>
    (cases as readonly (string | { readonly kind: string; readonly cause?: string })[]).map((known) => {
      const { cause, ...facts } = typeof known === 'string' ? { kind: known } : known;
      const error = anyError(facts);
      return { ...problemOf(error), cause: cause ?? ERRORS[error.kind].cause };
    });

/** The error for a parameter that breaks its rule. */
export const badParameter = (error: string, cause: string): ErrorCase =>
  fault('invalid-request', { error, cause });

export const INTERNAL = fault('internal');

/** Error possible on any path with parameters. */
export const MALFORMED_PATH = fault('malformed-request');

/** Error for a body that is not declared as JSON, or is in an unknown encoding. */
export const UNREADABLE_BODY = fault('unsupported-media-type');

/** Errors possible on any operation with a body, before the body's content is checked. */
export const BODY_ERRORS = [fault('malformed-json'), fault('body-too-large'), UNREADABLE_BODY];

/** Error possible on any path while the database is unavailable. */
export const OUTAGE = fault('storage-unavailable');

/** Error possible on any path while the process starts. */
export const STARTING = fault('starting');

/** Error possible on any path but those of urgent operations while the process has more to do than it can. */
export const OVERLOADED = fault('overloaded');

/** Error for a known path with a method that it does not have. */
export const METHOD_NOT_ALLOWED = fault('method-not-allowed');

export const UNKNOWN_PATH = fault('not-found');
