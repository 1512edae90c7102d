/** The part of the package that is used; it has no types of its own. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, string | undefined>> });
    /**
     * Those of the available codings that the request accepts, the most wanted first; of equally wanted ones the
     * preferred.
     */
    encodings(available: string[], options?: { readonly preferred: readonly string[] }): string[];
  }
}
