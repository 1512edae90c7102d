import type { ContractId } from '../domain/shared/contract-id.js';
import type { Result } from '../domain/shared/result.js';
import type { ChainUnreachable } from './chain.js';

/** Knows which contracts the chain has. */
export interface ContractLookup {
  /** Whether the contract is deployed. A deployed contract stays deployed; a missing one may be deployed a moment later. */
  exists(contract: ContractId): Promise<Result<boolean, ChainUnreachable>>;
}
