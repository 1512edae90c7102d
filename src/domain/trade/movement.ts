import type { ContractId } from '../shared/contract-id.js';
import type { Address } from '../shared/address.js';
import type { AssetId } from '../vault/vault.js';

/** An account: a wallet or a contract. */
export type Principal = Address | ContractId;

/**
 * A change of balances in an event of a transaction. A subnet copy has no asset: its movements are the prints of its contract, and
 * its contract id names it.
 */
export interface Movement {
  /** Index of the event in its transaction, from 0. */
  readonly place: number;
  /** Asset that changed hands: `.stx`, an asset, or a subnet copy. */
  readonly asset: AssetId | ContractId;
  /** Absent for a mint. */
  readonly from?: Principal;
  /** Absent for a burn. */
  readonly to?: Principal;
  /** Smallest units. */
  readonly amount: bigint;
}
