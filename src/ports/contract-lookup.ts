import type { ContractId } from '../domain/shared/contract-id.js';
import type { ChainRead } from './chain.js';

/** Knows which contracts the chain has. */
export interface ContractLookup {
  /** Whether the contract is deployed. A deployed contract stays deployed; a missing one may be deployed a moment later. */
  exists(contract: ContractId): ChainRead<boolean>;
}
