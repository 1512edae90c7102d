import type { Token } from '../domain/market/registry.js';
import { Refused, request } from './request.js';

type Named = Pick<Token, 'contractId' | 'symbol' | 'type'>;

/** Contract ids have a point; symbols of registered tokens have none. */
const isId = (name: string): boolean => name.includes('.');

/**
 * The tokens of a running server; none when contract ids are all that is looked for.
 *
 * @throws Refused when the server does not list its tokens.
 */
export async function listTokens(url: string, names: readonly string[]): Promise<readonly Named[]> {
  if (names.every(isId)) return [];
  try {
    const { data } = await request<{ data: { tokens: readonly Named[] } }>(`${url}/app/api/v0/vaults`);
    return data.tokens;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Error(`${url} does not list its tokens (${error.message}): use contract ids`, { cause: error });
  }
}

/**
 * The contract id of the token with the name, which is a contract id already or a symbol. A symbol that a token shares with
 * its subnet copy alone means the token.
 *
 * @throws an error that names the candidates.
 */
export function tokenNamed(name: string, tokens: readonly Named[]): string {
  if (isId(name)) return name;
  const withSymbol = tokens.filter(({ symbol }) => symbol.toLowerCase() === name.toLowerCase());
  const [first, ...others] =
    withSymbol.length > 1 ? withSymbol.filter(({ type }) => type !== 'SUBNET') : withSymbol;
  if (first === undefined) throw new Error(`no token has the symbol ${name}; ${known(tokens)}`);
  if (others.length === 0) return first.contractId;
  const ids = [first, ...others].map(({ contractId }) => contractId);
  throw new Error(
    `${ids.length} tokens have the symbol ${name}, name one by its contract id: ${ids.join(', ')}`,
  );
}

/** As many symbols as fit in some lines. */
const MOST_SHOWN = 30;

function known(tokens: readonly Named[]): string {
  const symbols = [...new Set(tokens.map(({ symbol }) => symbol))];
  const more = symbols.length > MOST_SHOWN ? ` and ${symbols.length - MOST_SHOWN} more` : '';
  return `the server knows ${symbols.slice(0, MOST_SHOWN).join(', ')}${more}`;
}
