import type { ContractFacts } from '../domain/registry/contract-facts.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import type { ChainRead } from './chain.js';

/** Reads the sources of a token's safety facts. */
export interface TokenSafetyReader {
  /** The contract's interface and source; undefined if there is no such contract. */
  describe(contract: ContractId): ChainRead<ContractFacts | undefined>;
  /** The time of the block at the height; undefined if the index does not have it. */
  minedAt(height: number): ChainRead<Date | undefined>;
  /** The number of accounts that hold the asset of the contract; undefined if the index does not count them. */
  holders(contract: ContractId, asset: string): ChainRead<number | undefined>;
}
