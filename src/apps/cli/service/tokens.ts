import type { Client, ListedToken } from '../../../sdk/client/index.js';
import {
  isContractId,
  soldTokenByName,
  tokenByName,
  type ListedName,
} from '../../../domain/market/named-token.js';
import { NothingFound } from '../nothing-found.js';
import { isRefusal } from './service.js';

/** The tokens of a running server; none if all names are contract ids. */
export const listTokens = async (client: Client, names: readonly string[]): Promise<readonly ListedName[]> =>
  names.every(isContractId) ? [] : allTokens(client);

/** The tokens of a running server. */
export async function allTokens(client: Client): Promise<readonly ListedToken[]> {
  try {
    return (await client.vaults.list()).tokens;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new Error(`the server does not list its tokens (${error.message}): use contract ids`, {
      cause: error,
    });
  }
}

/**
 * Finds a token by its name, a contract id or a symbol. A symbol that a token shares only with its subnet copy means the token; with
 * `ofSubnet`, the subnet copy is found.
 *
 * @throws NothingFound if no token has the name, and an error that names the candidates if several have.
 */
export function findToken<T extends ListedName>(
  name: string,
  tokens: readonly T[],
  { ofSubnet = false }: { readonly ofSubnet?: boolean } = {},
): T {
  const found = ofSubnet ? soldTokenByName(name, tokens) : tokenByName(name, tokens);
  if (found.ok) return found.value;
  if ('candidates' in found.error) throw ambiguous(name, found.error.candidates);
  if (found.error.kind === 'no-subnet-copy')
    throw new NothingFound(`${name} has no subnet copy, and orders sell those only`);
  throw new NothingFound(
    `no token ${isContractId(name) ? 'is' : 'has the symbol'} ${name}; ${known(tokens)}`,
  );
}

/** The contract id of a token, named by its id or symbol. An id need not be listed. */
export const tokenNamed = (name: string, tokens: readonly ListedName[]): string =>
  isContractId(name) ? name : findToken(name, tokens).contractId;

const ambiguous = (name: string, tokens: readonly ListedName[]) =>
  new Error(
    `${tokens.length} tokens are called ${name}, name one by its contract id: ` +
      tokens.map(({ contractId }) => contractId).join(', '),
  );

/** Maximum number of symbols in a message, which then fits on a few lines. */
const MOST_SHOWN = 30;

function known(tokens: readonly ListedName[]): string {
  const symbols = [...new Set(tokens.map(({ symbol }) => symbol))];
  const more = symbols.length > MOST_SHOWN ? ` and ${symbols.length - MOST_SHOWN} more` : '';
  return `known are ${symbols.slice(0, MOST_SHOWN).join(', ')}${more}`;
}
