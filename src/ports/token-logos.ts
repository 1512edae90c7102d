import type { LogoPictures, LogoSize, TokenLogo } from '../domain/metadata-record/token-logo.js';
import type { Result } from '../domain/shared/result.js';

/** Logos of tokens, by contract id. */
export interface TokenLogoRepository {
  /** All of them without their pictures, unordered: as many as the tokens that the registry has ever listed. */
  all(): Promise<readonly TokenLogo[]>;
  /** The picture of that size as PNG; undefined if none is stored. */
  picture(contractId: string, size: LogoSize): Promise<StoredPicture | undefined>;
  /**
   * Inserts or replaces the logo of the contract. Without new pictures, stored ones are kept if the logo has a tag, and dropped if
   * not.
   */
  save(logo: TokenLogo, pictures?: LogoPictures): Promise<void>;
}

/** One stored picture. */
export interface StoredPicture {
  readonly png: Uint8Array;
  /** Tag of its logo. */
  readonly tag: string;
}

/** Reads images that describe tokens, and draws pictures of them. */
export interface TokenLogoReader {
  /** The file at an https: or data: address, or the reason why there is none. Never connects to an address that is not public. */
  file(address: string): Promise<Result<Uint8Array, string>>;
  /** Pictures of what the file shows, which contain none of its bytes, or the reason why it shows nothing. Takes any bytes. */
  draw(file: Uint8Array): Promise<Result<LogoPictures, string>>;
  /** Gateway for `ipfs:` addresses, as an `https:` address with a trailing slash. */
  readonly ipfsGateway: string;
}
