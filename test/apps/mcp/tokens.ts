import type { Token } from '../../../src/domain/market/registry.js';
import type { ContractId } from '../../../src/domain/shared/contract-id.js';

const ADDRESS = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM';

const token = (name: string, symbol: string, more: Partial<Token> = {}): Token => ({
  contractId: `${ADDRESS}.${name}` as ContractId,
  ...{ symbol, name, decimals: 6, identifier: name },
  ...more,
});
const copyOf = (base: Token, name: string): Token =>
  token(name, base.symbol, { type: 'SUBNET', base: base.contractId, blaze: 'v1' });

export const STX_TOKEN = token('x', 'STX', { contractId: '.stx' as ContractId });
export const DOLLAR = token('dollar', 'USDd');
export const STX_COPY = copyOf(STX_TOKEN, 'wstx-subnet');
export const DOLLAR_COPY = copyOf(DOLLAR, 'dollar-subnet');
/** Two tokens share the symbol TWIN. STX and the dollar are as on a devnet. */
export const TOKENS: readonly Token[] = [
  ...[STX_TOKEN, STX_COPY, DOLLAR, DOLLAR_COPY],
  ...[token('twin-a', 'TWIN'), token('twin-b', 'TWIN')],
];
