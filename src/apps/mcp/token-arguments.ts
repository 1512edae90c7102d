import { isContractId } from '../../domain/market/named-token.js';
import type { Token } from '../../domain/market/registry.js';
import { SigningError, units } from '../../sdk/signing/index.js';
import { TermsError, tokenNamed } from '../../sdk/trading/index.js';
import { badArgument } from './tool.js';

/** The token that an argument names by symbol or contract id. @throws ToolError with the candidates of an ambiguous symbol. */
export const tokenOf = (field: string, name: unknown, tokens: readonly Token[], ofSubnet = false): Token =>
  ofArgument(field, () => tokenNamed(field, name, tokens, { ofSubnet }));

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

/** Does what may throw a SigningError or a TermsError, and names the argument at fault. */
export function ofArgument<T>(field: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw faultOf(error, field);
  }
}

/** A SigningError or a TermsError as an error about an argument, which is `field` unless the error names another; other errors as they are. */
export function faultOf(error: unknown, field: string): unknown {
  if (error instanceof TermsError) return badArgument(error.field, error.message, error.details);
  return error instanceof SigningError ? badArgument(field, error.message) : error;
}
