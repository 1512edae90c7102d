import type { Client, ListedToken } from '../../../sdk/client/index.js';
import { NothingFound } from '../nothing-found.js';
import { isRefusal } from './service.js';

/** A token from a token list. */
export interface NamedToken {
  readonly contractId: string;
  readonly symbol: string;
  readonly type?: 'SUBNET' | 'SIP10';
}

/** Contract ids contain a dot; symbols of registered tokens do not. */
export const isId = (name: string): boolean => name.includes('.');

/** The tokens of a running server; none if all names are contract ids. */
export const listTokens = async (client: Client, names: readonly string[]): Promise<readonly NamedToken[]> =>
  names.every(isId) ? [] : allTokens(client);

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
 * Finds a token by its name, a contract id or a symbol. A symbol that a token shares only with its subnet copy means the token, or
 * with `ofSubnet` the copy.
 *
 * @throws NothingFound if no token has the name, and an error that names the candidates if several have.
 */
export function findToken<T extends NamedToken>(
  name: string,
  tokens: readonly T[],
  { ofSubnet = false }: { readonly ofSubnet?: boolean } = {},
): T {
  const named = tokens.filter((token) =>
    isId(name) ? token.contractId === name : token.symbol.toLowerCase() === name.toLowerCase(),
  );
  const [first, ...others] =
    named.length > 1 ? named.filter(({ type }) => (type === 'SUBNET') === ofSubnet) : named;
  if (first === undefined && named.length > 1) throw ambiguous(name, named);
  if (first === undefined)
    throw new NothingFound(`no token ${isId(name) ? 'is' : 'has the symbol'} ${name}; ${known(tokens)}`);
  if (others.length > 0) throw ambiguous(name, [first, ...others]);
  return first;
}

/** The contract id of a token, named by its id or symbol. An id need not be listed. */
export const tokenNamed = (name: string, tokens: readonly NamedToken[]): string =>
  isId(name) ? name : findToken(name, tokens).contractId;

const ambiguous = (name: string, tokens: readonly NamedToken[]) =>
  new Error(
    `${tokens.length} tokens have the symbol ${name}, name one by its contract id: ` +
      tokens.map(({ contractId }) => contractId).join(', '),
  );

/** Maximum number of symbols in a message, which then fits on a few lines. */
const MOST_SHOWN = 30;

function known(tokens: readonly NamedToken[]): string {
  const symbols = [...new Set(tokens.map(({ symbol }) => symbol))];
  const more = symbols.length > MOST_SHOWN ? ` and ${symbols.length - MOST_SHOWN} more` : '';
  return `known are ${symbols.slice(0, MOST_SHOWN).join(', ')}${more}`;
}
