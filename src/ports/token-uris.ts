import type { MetadataRecord } from '../domain/metadata-record/metadata-record.js';
import type { TokenUri } from '../domain/metadata-record/token-uri.js';
import type { ContractId } from '../domain/shared/contract-id.js';
import type { Result } from '../domain/shared/result.js';
import type { ChainRead } from './chain.js';

/** Results of reading the `token_uri` of tokens, by contract id. */
export interface TokenUriRepository {
  /** All of them, in no order: as many as the registry has ever listed tokens. */
  all(): Promise<readonly TokenUri[]>;
  /** Inserts or replaces. */
  save(found: TokenUri): Promise<void>;
  /** Makes those of the tokens that wait for a later read due at that time. */
  haste(contracts: readonly ContractId[], dueAt: Date): Promise<void>;
}

/** Reads where tokens say that their metadata is, and what is there. */
export interface TokenUriReader {
  /** The contract's `token_uri`; undefined when it names none, or is no token. */
  uriOf(contract: ContractId): ChainRead<string | undefined>;
  /** The document at the address, or why there is none, in a few words. Never connects to an address that is not public. */
  document(address: string): Promise<Result<MetadataRecord, string>>;
  /** Over which ipfs: addresses are read: an https: address that ends in a slash. */
  readonly ipfsGateway: string;
}
