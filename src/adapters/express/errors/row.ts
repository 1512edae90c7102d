import type { CoreError } from '../../../application/core-error.js';

/** The word that identifies an error of the core. */
export type Kind = CoreError['kind'];
/** The members of an error union that may have the kind. Unlike `Extract`, it also matches members with several kinds. */
export type OfKind<E, K> = E extends { readonly kind: infer Kinds } ? (K extends Kinds ? E : never) : never;

/** Whether to repeat a request unchanged after an error. */
export const RETRIES = {
  changed: 'no, the same request fails again',
  later: 'yes, later; after Retry-After seconds, if the response has that header',
  'after-reading': 'only after reading the result of the first request, which may have taken effect',
} as const;

/** Codes that differ from the kind. Upper case predates the naming rule; no new ones are added. */
type OtherCode =
  | 'WRONG_AUDIENCE'
  | 'EXPIRED_TIMESTAMP'
  | 'NOT_ORDER_OWNER'
  | 'INVALID_API_KEY'
  | 'API_KEY_INACTIVE'
  | 'RATE_LIMIT_EXCEEDED'
  | 'PERMISSION_DENIED'
  | 'UNAUTHORIZED_WALLET'
  | 'invalid-request'
  | 'missing-authentication-headers';

/** Everything that HTTP and the docs say about one kind of error. */
export type Row<E> = Columns<E> & Sent;

export interface Sent {
  /** HTTP status, 400 to 599. */
  readonly status: number;
  readonly retry: keyof typeof RETRIES;
}

export interface Columns<E> {
  /** Sentence for people. */
  readonly sentence: string | ((error: E) => string);
  /** Phrase for when the error is returned. */
  readonly cause: string;
  /** Advice to callers that get the error: one or two sentences. */
  readonly remedy: string;
  readonly details?: (error: E) => unknown;
  /** Hint on what would help this caller: the remedy, or undefined if the code is enough. */
  readonly hint?: 'remedy' | ((error: E) => string | undefined);
  /** Seconds after which a retry may succeed. */
  readonly retryAfter?: number | ((error: E) => number);
}

/** A row whose code, the stable word for programs, differs from its kind. */
export interface Coded<Code = OtherCode> {
  readonly code: Code;
}

/** Rows for some of the core's errors. Each row is type-checked against the error of its kind; the type returned omits that error. */
export const rows = <R extends { readonly [K in Kind]?: Row<OfKind<CoreError, K>> }>(
  table: R,
): { readonly [K in keyof R]: R[K] extends Coded<infer Code> ? Row<never> & Coded<Code> : Row<never> } =>
  table as never;

/** Row of an error that originates in the HTTP layer. Its texts do not depend on facts of the error. */
export type Fault = Row<never> & { readonly sentence: string; readonly retryAfter?: number };

function having(retry: Sent['retry']) {
  function row<C extends object>(status: number, columns: C): C & Sent;
  function row<const Code extends OtherCode, C extends object>(
    status: number,
    code: Code,
    columns: C,
  ): C & Sent & Coded<Code>;
  function row(status: number, code: OtherCode | object, columns?: object) {
    return columns === undefined
      ? { status, retry, ...(code as object) }
      : { status, retry, code, ...columns };
  }
  return row;
}

/** Row of an error after which the request, or its subject, must change. */
export const change = having('changed');
/** Row of an error after which the same request may succeed later. */
export const later = having('later');
/** Row of an error after which it is unknown whether the request took effect. */
export const readFirst = having('after-reading');

/** Sentence that also serves as the error's cause. */
export const said = (sentence: string) => ({
  sentence,
  cause: sentence.charAt(0).toLowerCase() + sentence.slice(1),
});
