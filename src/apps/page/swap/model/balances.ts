import type { ResponseOf } from '../../../../sdk/client/index.js';

/** Smallest units by contract id: an absent balance is unknown, not 0. */
export type Balances = ReadonlyMap<string, bigint>;

type Read = ResponseOf<'getBalances'>['data']['balances'];

/** The balances after another reading: one that could not be read becomes unknown. */
export function merged(known: Balances, read: Read): Balances {
  const next = new Map(known);
  for (const { contractId, balance } of read)
    if (balance === null) next.delete(contractId);
    else next.set(contractId, BigInt(balance));
  return next;
}
