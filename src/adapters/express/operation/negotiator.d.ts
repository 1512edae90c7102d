/** The package has no types; only what is used is declared. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, string | undefined>> });
    /** The available codings that the request accepts, by its weights; ties in the order of `preferred`. */
    encodings(available: string[], options?: { readonly preferred: readonly string[] }): string[];
  }
}
