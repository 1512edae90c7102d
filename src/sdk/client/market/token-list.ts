/**
 * Tokens as the service's comma-separated list. A lone comma is the empty list: an empty parameter counts as absent, and would ask for
 * every token.
 */
export const tokenList = (tokens: readonly string[] | undefined): string | undefined =>
  tokens === undefined ? undefined : tokens.join(',') || ',';
