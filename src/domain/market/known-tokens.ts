import type { ContractId } from '../shared/contract-id.js';
import type { Registry } from './registry.js';

/** Whether the registry lists the token, or one of its vaults holds it. */
export const isKnown = (
  token: ContractId,
  { tokens, vaults }: Pick<Registry, 'tokens' | 'vaults'>,
): boolean =>
  tokens.some(({ contractId }) => contractId === token) ||
  vaults.some(({ tokenA, tokenB }) => tokenA === token || tokenB === token);

/** Maximum number of tokens that one symbol may mean; further namesakes are left out. */
const MOST_NAMESAKES = 3;

/** The tokens whose symbol is the text, ignoring case. There may be several, since symbols are not unique. */
export const tokensBySymbol = (text: string, { tokens }: Pick<Registry, 'tokens'>): readonly ContractId[] =>
  tokens
    .filter(({ symbol }) => symbol.toLowerCase() === text.toLowerCase())
    .slice(0, MOST_NAMESAKES)
    .map(({ contractId }) => contractId);
