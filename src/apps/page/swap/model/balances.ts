import type { ResponseOf } from '../../../../sdk/client/index.js';

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
