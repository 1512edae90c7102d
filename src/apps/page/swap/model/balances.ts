import type { ResponseOf } from '../../../../sdk/client/index.js';

/** Smallest units by contract id: what is absent is not known, which is not 0. */
export type Balances = ReadonlyMap<string, bigint>;

type Read = ResponseOf<'getBalances'>['data']['balances'];

/** The balances after another reading: one that could not be read is not known any more. */
export function merged(known: Balances, read: Read): Balances {
  const next = new Map(known);
  for (const { contractId, balance } of read)
    if (balance === null) next.delete(contractId);
    else next.set(contractId, BigInt(balance));
  return next;
}
