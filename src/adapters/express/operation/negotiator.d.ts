/** The package has no types; only what is used is declared. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, string | undefined>> });
    /** The available encodings that the request accepts, sorted by its weights; ties are in the order of `preferred`. */
    encodings(available: string[], options?: { readonly preferred: readonly string[] }): string[];
    /** The available media type that the request prefers. */
    mediaType(available: string[]): string | undefined;
  }
}
