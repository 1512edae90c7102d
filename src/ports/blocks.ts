import type { Txid } from '../domain/order/ids.js';
import type { BlockRef } from '../domain/order/swap-transaction.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import type { HopQuote, Reserves, Vault } from '../domain/vault/vault.js';
import type { AskedHop, ChainTip, ChainRead } from './chain.js';

/** Contracts that a range of blocks may have changed. */
export interface Touched {
  /** At least every contract that may have changed; `all` if unknown. */
  readonly contracts: ReadonlySet<ContractId> | 'all';
  /** Height of the last block covered: lower than requested while the index does not know the requested block yet. */
  readonly until: number;
}

/** The chain block by block, so that reserves are read again only after a block that may have changed them. */
export interface BlockReader {
  /** The node's newest block. A host that lags behind the others may return an older one than before. */
  newest(): ChainRead<ChainTip>;
  /** Reads what the blocks above the height `after` may have changed, up to and including `until`. */
  touched(after: number, until: ChainTip): ChainRead<Touched>;
  /** The vault's reserves as of the block; undefined if its contract gives none. Unreachable while the host does not know the block. */
  reservesAt(vault: Vault, at: ChainTip): ChainRead<Reserves | undefined>;
  /**
   * Queries the vaults' contracts for quotes as of the block. Results are in the order of the hops, undefined if a vault gives none.
   * Unreachable while the host does not know the block, or if one of them cannot be queried.
   */
  quotesAt(hops: readonly AskedHop[], at: ChainTip): ChainRead<readonly (HopQuote | undefined)[]>;
  /**
   * At least every contract that the transactions before this one in its block may have changed; `all` if unknown. Unreachable while
   * the index does not have the transaction in the block.
   */
  touchedBefore(txid: Txid, block: BlockRef): ChainRead<Touched['contracts']>;
}
