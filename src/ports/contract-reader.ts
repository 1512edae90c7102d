import type { ContractFacts, TokenFacts } from '../domain/registry/contract-facts.js';
import type { WrappedPool } from '../domain/registry/wrapped-pool.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import type { Units } from '../domain/shared/units.js';
import type { ChainRead } from './chain.js';

/** A set of functions by which to find contracts: those of vaults, or those of SIP-010 tokens. */
export type ContractTrait = 'vault' | 'token';

/** Reads facts that deployed contracts state about themselves. */
export interface ContractReader {
  /** A contract's functions, assets and source; undefined if there is no such contract. */
  describe(contract: ContractId): ChainRead<ContractFacts | undefined>;
  /** Reads what the token's own functions return. */
  describeToken(token: ContractId): ChainRead<TokenFacts>;
  /** The pools of other exchanges that the contract's source asks for their facts, with their own descriptions. */
  poolsBehind(contract: ContractId, facts: ContractFacts): ChainRead<readonly WrappedPool[]>;
  /** Reads a contract's balance of a token, or of STX, in smallest units; undefined if the token does not say. */
  holding(token: ContractId, holder: ContractId): ChainRead<Units | undefined>;
  /** Contracts that implement the trait, newest first, at most `limit`. */
  findByTrait(trait: ContractTrait, limit: number): ChainRead<readonly ContractId[]>;
}
