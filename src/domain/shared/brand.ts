declare const brand: unique symbol;

/** A primitive that only its parser creates, so that strings with different meanings cannot be mixed up. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
