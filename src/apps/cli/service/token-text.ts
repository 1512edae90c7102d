import { decimal } from '../../../sdk/signing/index.js';

/** Decimals and symbol with which a token's amounts are written. */
export interface TokenText {
  readonly decimals: number;
  readonly symbol: string;
}

/**
 * Smallest units as a decimal number of whole tokens with the symbol, exact.
 *
 * @example wholeTokens('1500000', { decimals: 6, symbol: 'STX' }); // 1.5 STX
 */
export const wholeTokens = (units: bigint | string, { decimals, symbol }: TokenText): string =>
  `${decimal(units, decimals)} ${symbol}`;

/** A token's symbol, which its subnet copy shares. */
export const labelOf = ({ symbol, type }: { readonly symbol: string; readonly type?: string }): string =>
  type === 'SUBNET' ? `${symbol} (subnet)` : symbol;

/** Texts of amounts and tokens that are known by contract id. */
export interface TokenTexts {
  amount(units: string, contractId: string): string;
  label(contractId: string): string;
}

/** A token that is not listed is shown by its id, and its amounts in smallest units. */
export function textsOf(
  tokens: readonly (TokenText & { readonly contractId: string; readonly type?: string })[],
): TokenTexts {
  const byId = new Map(tokens.map((token) => [token.contractId, token]));
  return {
    amount: (units, id) => {
      const token = byId.get(id);
      return token === undefined ? `${units} units of ${id}` : wholeTokens(units, token);
    },
    label: (id) => {
      const token = byId.get(id);
      return token === undefined ? id : labelOf(token);
    },
  };
}
