import type { ContractFacts, TokenFacts } from '../domain/registry/contract-facts.js';
import type { WrappedPool } from '../domain/registry/wrapped-pool.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import type { Units } from '../domain/shared/units.js';
import type { ChainRead } from './chain.js';

/** A set of functions that contracts are found by: those of vaults, or those of SIP-010 tokens. */
export type ContractTrait = 'vault' | 'token';

/** Reads what deployed contracts say about themselves. */
export interface ContractReader {
  /** A contract's functions, assets and source; undefined when there is no such contract. */
  describe(contract: ContractId): ChainRead<ContractFacts | undefined>;
  /** Reads what the token's own functions return. */
  describeToken(token: ContractId): ChainRead<TokenFacts>;
  /** The pools of other exchanges that the contract's source asks what they are, as they describe themselves. */
  poolsBehind(contract: ContractId, facts: ContractFacts): ChainRead<readonly WrappedPool[]>;
  /** Reads a contract's balance of a token, or of STX, in smallest units; undefined if the token does not say. */
  holding(token: ContractId, holder: ContractId): ChainRead<Units | undefined>;
  /** Contracts that implement the trait, the newest first, `limit` at most. */
  findByTrait(trait: ContractTrait, limit: number): ChainRead<readonly ContractId[]>;
}
