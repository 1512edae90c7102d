import type { ListedToken, ResponseOf } from '../../../../sdk/client/index.js';
import { baseId } from '../../live/base-id.js';

/** Balances in smallest units by contract id. A balance that is absent is unknown, not 0. */
export type Balances = ReadonlyMap<string, bigint>;

type Read = ResponseOf<'getBalances'>['data']['balances'];

/** The balances updated by another reading. A balance that could not be read becomes unknown. */
export function merged(known: Balances, read: Read): Balances {
  const next = new Map(known);
  for (const { contractId, balance } of read)
    if (balance === null) next.delete(contractId);
    else next.set(contractId, BigInt(balance));
  return next;
}

/** Contract ids of all balances of the token: the wallet's own and those from which orders are paid. */
export const balancesOf = (token: ListedToken, tokens: readonly ListedToken[]): readonly string[] =>
  tokens.filter((one) => baseId(one) === baseId(token)).map(({ contractId }) => contractId);

/** All that is known of each token's balances in one sum, by the contract id of the token itself. */
export function wholeBalances(balances: Balances, tokens: readonly ListedToken[]): Balances {
  const sums = new Map<string, bigint>();
  for (const token of tokens) {
    const balance = balances.get(token.contractId);
    if (balance !== undefined) sums.set(baseId(token), (sums.get(baseId(token)) ?? 0n) + balance);
  }
  return sums;
}
