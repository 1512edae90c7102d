import type { CoreError } from '../../../application/core.js';

/** The word that tells errors of the core apart. */
export type Kind = CoreError['kind'];
/** The members of an error union that may have the kind. Unlike `Extract` it finds those that name several kinds. */
export type OfKind<E, K> = E extends { readonly kind: infer Kinds } ? (K extends Kinds ? E : never) : never;

/** HTTP form of one kind of error. */
export type Row<E> = readonly [
  /** 400 to 599. */
  status: number,
  /** For people. */
  sentence: string | ((error: E) => string),
  more?: {
    readonly details?: (error: E) => unknown;
    /** Hint on what would help this caller; undefined if the code alone says it. */
    readonly hint?: (error: E) => string | undefined;
    /** Seconds after which a retry may succeed. */
    readonly retryAfter?: number | ((error: E) => number);
  },
];
