interface Sold {
  readonly contractId: string;
  readonly symbol: string;
  readonly type?: string | undefined;
  readonly base?: string | undefined;
}

/** What an order sells where a visitor wants to sell the token: its subnet copy, or the token itself where it is one or has none. */
export const soldFor = (token: Sold, tokens: readonly Sold[]): Sold =>
  token.type === 'SUBNET'
    ? token
    : (tokens.find(({ type, base }) => type === 'SUBNET' && base === token.contractId) ?? token);
