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
    case 'ambiguous-token': {
      const { candidates } = token.error;
      const ids = candidates.slice(0, MOST_SAID).map(({ contractId }) => contractId);
      const more = candidates.length > MOST_SAID ? ` and ${candidates.length - MOST_SAID} more` : '';
      throw new TermsError(
        field,
        `several tokens are called ${named}: name one by its contract id, ${ids.join(', ')}${more}`,
        { candidates: candidates.slice(0, MOST_SHOWN).map(candidate) },
      );
    }
  }
}

const candidate = ({ contractId, symbol, name, type, base }: Token) => ({
  contractId,
  symbol,
  name,
  type,
  base,
});
