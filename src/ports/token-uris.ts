import type { MetadataRecord } from '../domain/metadata-record/metadata-record.js';
import type { TokenUri } from '../domain/metadata-record/token-uri.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import type { Result } from '../domain/shared/result.js';
import type { ChainRead } from './chain.js';

/** Results of reading the `token_uri` of tokens, by contract id. */
export interface TokenUriRepository {
  /** All of them, unordered: as many as the tokens that the registry has ever listed. */
  all(): Promise<readonly TokenUri[]>;
  /** Inserts or replaces the result of the contract. */
  save(found: TokenUri): Promise<void>;
  /** Brings forward to that time the next read of those tokens that would wait longer. */
  haste(contracts: readonly ContractId[], dueAt: Date): Promise<void>;
}

/** Reads tokens' metadata addresses, and the documents there. */
export interface TokenUriReader {
  /** The contract's `token_uri`; undefined if it names none, or is not a token. */
  uriOf(contract: ContractId): ChainRead<string | undefined>;
  /** The document at the address, or the reason why there is none, in a few words. Never connects to an address that is not public. */
  document(address: string): Promise<Result<MetadataRecord, string>>;
  /** Gateway for `ipfs:` addresses, as an `https:` address with a trailing slash. */
  readonly ipfsGateway: string;
}
