import { err, ok, type Result } from '../shared/result.js';

/** A token as lists show it. */
export interface ListedName {
  readonly contractId: string;
  readonly symbol: string;
  readonly type?: 'SUBNET' | 'SIP10';
  /** The token that a subnet copy holds 1:1. */
  readonly base?: string;
}

/** No token has the name, or several have. */
export type TokenNameError<T> =
  | { readonly kind: 'no-such-token' }
  | { readonly kind: 'ambiguous-token'; readonly candidates: readonly T[] };

/** Whether the name is a contract id: those contain a dot, and symbols of registered tokens do not. */
export const isContractId = (name: string): boolean => name.includes('.');

/**
 * Finds a token by its contract id or its symbol, in any case. A symbol that a token shares only with its own subnet copies means the
 * token, or with `ofSubnet` the copy.
 */
export function tokenByName<T extends ListedName>(
  name: string,
  tokens: readonly T[],
  { ofSubnet = false }: { readonly ofSubnet?: boolean } = {},
): Result<T, TokenNameError<T>> {
  const named = namedBy(name, tokens);
  if (named.length === 0) return err({ kind: 'no-such-token' });
  const [found, ...others] = named.length > 1 ? named.filter((token) => isCopy(token) === ofSubnet) : named;
  if (found !== undefined && isOneToken(named) && others.length === 0) return ok(found);
  return err({ kind: 'ambiguous-token', candidates: named });
}

/** No token to sell has the name: also, the token has no subnet copy, or several of them. */
export type SoldTokenError<T> =
  | TokenNameError<T>
  | { readonly kind: 'no-subnet-copy'; readonly token: T }
  | { readonly kind: 'several-copies'; readonly candidates: readonly T[] };

/** Finds the subnet copy that an order sells of the token with a name: the name of the copy itself, or of its base. */
export function soldTokenByName<T extends ListedName>(
  name: string,
  tokens: readonly T[],
): Result<T, SoldTokenError<T>> {
  const named = namedBy(name, tokens);
  const [token] = named;
  if (token === undefined) return err({ kind: 'no-such-token' });
  if (!isOneToken(named)) return err({ kind: 'ambiguous-token', candidates: named });
  const own = named.filter(isCopy);
  const copies =
    own.length > 0 ? own : tokens.filter((each) => isCopy(each) && each.base === token.contractId);
  const [copy, ...others] = copies;
  if (copy === undefined) return err({ kind: 'no-subnet-copy', token });
  return others.length === 0 ? ok(copy) : err({ kind: 'several-copies', candidates: copies });
}

const isCopy = ({ type }: ListedName): boolean => type === 'SUBNET';

const namedBy = <T extends ListedName>(name: string, tokens: readonly T[]): readonly T[] =>
  tokens.filter((token) =>
    isContractId(name) ? token.contractId === name : token.symbol.toLowerCase() === name.toLowerCase(),
  );

/** Whether all are one token and copies of it. */
const isOneToken = (named: readonly ListedName[]): boolean =>
  new Set(named.map(({ base, contractId }) => base ?? contractId)).size === 1;
