import type { Named } from '../../../sdk/words/token-names.js';

interface Sold extends Named {
  readonly base?: string | undefined;
}

/** Token that is sold when a visitor wants to sell this one: its subnet copy, or the token itself if it is a copy or has none. */
export const soldFor = (token: Sold, tokens: readonly Sold[]): Sold =>
  token.type === 'SUBNET'
    ? token
    : (tokens.find(({ type, base }) => type === 'SUBNET' && base === token.contractId) ?? token);
