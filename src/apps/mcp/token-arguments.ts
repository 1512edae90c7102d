import { isContractId, tokenByName } from '../../domain/market/named-token.js';
import type { Token } from '../../domain/market/registry.js';
import { SigningError, units } from '../../sdk/signing/index.js';
import { badArgument } from './tool.js';

/** Maximum number of candidates and symbols in an error. */
const MOST_SHOWN = 30;

/** The token that an argument names by symbol or contract id. @throws ToolError with the candidates of an ambiguous symbol. */
export function tokenOf(field: string, name: unknown, tokens: readonly Token[], ofSubnet = false): Token {
  if (typeof name !== 'string' || name === '')
    throw badArgument(field, 'a token’s symbol or contract id, as text');
  const found = tokenByName(name, tokens, { ofSubnet });
  if (found.ok) return found.value;
  if (found.error.kind === 'ambiguous-token')
    throw badArgument(
      field,
      `several tokens have the symbol ${name.slice(0, MOST_SHOWN)}: name one by its contract id`,
      {
        candidates: found.error.candidates.slice(0, MOST_SHOWN).map(candidate),
      },
    );
  throw badArgument(field, `no listed token is ${name.slice(0, 150)}; list_prices shows the tokens`, {
    known: [...new Set(tokens.map(({ symbol }) => symbol))].slice(0, MOST_SHOWN),
  });
}

const candidate = ({ contractId, symbol, name, type, base }: Token) => ({
  contractId,
  symbol,
  name,
  type,
  base,
});

/** Contract id of a token that an argument names. An id need not be listed: the server says what it knows. */
export const contractIdOf = (
  field: string,
  name: unknown,
  tokens: readonly Token[],
  ofSubnet: boolean,
): unknown =>
  typeof name !== 'string' || name === '' || isContractId(name)
    ? name
    : tokenOf(field, name, tokens, ofSubnet).contractId;

const WHOLE_TOKENS = /^[0-9.]+ +\S/;

/** An amount in smallest units: decimal digits as they are, or whole tokens with the token's symbol converted. */
export function unitsOf(field: string, amount: unknown, token: string, tokens: readonly Token[]): unknown {
  if (typeof amount !== 'string' || !WHOLE_TOKENS.test(amount)) return amount;
  const counted = tokens.find(({ contractId }) => contractId === token);
  if (counted === undefined) throw badArgument(field, 'the token is not listed: give smallest units');
  return ofArgument(field, () => units(amount, counted));
}

/** Does what may throw a SigningError, and names the argument at fault. */
export function ofArgument<T>(field: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SigningError)) throw error;
    throw badArgument(field, error.message);
  }
}
