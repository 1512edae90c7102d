/**
 * The tokens as the comma-separated list that the service takes. An empty list is a lone comma: an empty parameter would count as
 * absent, and request every token.
 */
export const tokenList = (tokens: readonly string[] | undefined): string | undefined =>
  tokens === undefined ? undefined : tokens.join(',') || ',';
