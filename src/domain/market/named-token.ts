import { err, ok, type Result } from '../shared/result.js';

/** A token as lists show it. */
export interface ListedName {
  readonly contractId: string;
  readonly symbol: string;
  readonly type?: 'SUBNET' | 'SIP10';
}

/** No token has the name, or several have. */
export type TokenNameError<T> =
  | { readonly kind: 'no-such-token' }
  | { readonly kind: 'ambiguous-token'; readonly candidates: readonly T[] };

/** Whether the name is a contract id: those contain a dot, and symbols of registered tokens do not. */
export const isContractId = (name: string): boolean => name.includes('.');

/**
 * Finds a token by its contract id or its symbol, in any case. A symbol that a token shares only with its subnet copy means the token,
 * or with `ofSubnet` the copy.
 */
export function tokenByName<T extends ListedName>(
  name: string,
  tokens: readonly T[],
  { ofSubnet = false }: { readonly ofSubnet?: boolean } = {},
): Result<T, TokenNameError<T>> {
  const named = tokens.filter((token) =>
    isContractId(name) ? token.contractId === name : token.symbol.toLowerCase() === name.toLowerCase(),
  );
  const [first, ...others] =
    named.length > 1 ? named.filter(({ type }) => (type === 'SUBNET') === ofSubnet) : named;
  if (first === undefined && named.length === 0) return err({ kind: 'no-such-token' });
  if (first === undefined) return err({ kind: 'ambiguous-token', candidates: named });
  return others.length === 0 ? ok(first) : err({ kind: 'ambiguous-token', candidates: [first, ...others] });
}
