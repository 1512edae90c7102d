import { soldTokenByName, tokenByName, type SoldTokenError } from '../../domain/market/named-token.js';
import type { Token } from '../../domain/market/registry.js';
import type { Result } from '../../domain/shared/result.js';
import { TermsError } from './terms-error.js';

/** Maximum number of candidates and symbols in an error. */
const MOST_SHOWN = 30;
/** Maximum number of contract ids in a sentence. */
const MOST_SAID = 5;
const MOST_CHARACTERS = 150;

/** Options of naming a token. */
interface Naming {
  /** Whether a symbol means the subnet copy rather than the token. */
  readonly ofSubnet?: boolean;
}

/** The token that a field names by symbol or contract id. @throws TermsError with the candidates of an ambiguous symbol. */
export function tokenNamed(
  field: string,
  name: unknown,
  tokens: readonly Token[],
  naming: Naming = {},
): Token {
  return found(field, name, tokens, (text) => tokenByName(text, tokens, naming));
}

/** The subnet copy that an order sells of the token that a field names. @throws TermsError like {@link tokenNamed}. */
export const soldToken = (field: string, name: unknown, tokens: readonly Token[]): Token =>
  found(field, name, tokens, (text) => soldTokenByName(text, tokens));

/** Holdings of the wallet that sells. */
export interface Holdings {
  /** Amount to sell of a copy, smallest units. */
  readonly amountOf: (copy: Token) => bigint;
  /** Balances of tokens by contract id, smallest units; null if unknown. */
  readonly balancesOf: (
    ids: readonly string[],
  ) => Promise<readonly { readonly contractId: string; readonly balance: string | null }[]>;
}

/**
 * Like {@link soldToken}. Of a token with several subnet copies, the one of which the wallet holds the amount, if that is only one.
 *
 * @throws TermsError also if more or fewer of them have the amount.
 */
export async function heldToken(
  field: string,
  name: unknown,
  tokens: readonly Token[],
  { amountOf, balancesOf }: Holdings,
): Promise<Token> {
  const sold = soldTokenByName(String(name), tokens);
  if (sold.ok || sold.error.kind !== 'several-copies') return soldToken(field, name, tokens);
  const { candidates } = sold.error;
  const balances = await balancesOf(candidates.map(({ contractId }) => contractId));
  const holding = candidates.filter((copy) => {
    const balance = balances.find(({ contractId }) => contractId === copy.contractId)?.balance ?? 0;
    return BigInt(balance) >= amountOf(copy);
  });
  return holding.length === 1 ? holding[0]! : soldToken(field, name, tokens);
}

function found(
  field: string,
  name: unknown,
  tokens: readonly Token[],
  find: (name: string) => Result<Token, SoldTokenError<Token>>,
): Token {
  if (typeof name !== 'string' || name === '')
    throw new TermsError(field, 'a token’s symbol or contract id, as text');
  const token = find(name);
  if (token.ok) return token.value;
  const named = name.slice(0, MOST_CHARACTERS);
  switch (token.error.kind) {
    case 'no-such-token':
      throw new TermsError(field, `no listed token is ${named}`, {
        known: [...new Set(tokens.map(({ symbol }) => symbol))].slice(0, MOST_SHOWN),
      });
    case 'no-subnet-copy':
      throw new TermsError(field, `${named} has no subnet copy, and orders sell those only`);
    case 'several-copies':
      throw ambiguous(field, `${named} has several subnet copies`, token.error.candidates);
    case 'ambiguous-token':
      throw ambiguous(field, `several tokens are called ${named}`, token.error.candidates);
  }
}

function ambiguous(field: string, what: string, candidates: readonly Token[]): TermsError {
  const ids = candidates.slice(0, MOST_SAID).map(({ contractId }) => contractId);
  const more = candidates.length > MOST_SAID ? ` and ${candidates.length - MOST_SAID} more` : '';
  return new TermsError(field, `${what}: name one by its contract id, ${ids.join(', ')}${more}`, {
    candidates: candidates.slice(0, MOST_SHOWN).map(candidate),
  });
}

const candidate = ({ contractId, symbol, name, type, base }: Token) => ({
  contractId,
  symbol,
  name,
  type,
  base,
});
