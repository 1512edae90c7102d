import type { ContractId } from '../domain/shared/contract-id.js';

/** Whoever keeps what it read of tokens' metadata. */
export interface TokenReader {
  /** Asks for the token to be read again. Rejects when that could not be asked. */
  reread(contractId: ContractId): Promise<void>;
  /** Hears that `reread` rejected: nobody else does. Returns at once and never throws. */
  rereadFailed(contractId: ContractId, error: unknown): void;
}
