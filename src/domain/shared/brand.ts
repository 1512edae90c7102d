declare const brand: unique symbol;

/** A primitive that only its own parser may make, so that two strings of different meaning never mix. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
