import { defined } from '../shared/fields.js';
import type { TokenSafety } from '../token-safety/token-safety.js';
import type { MetadataRecord } from './metadata-record.js';
import { retryAfterMs } from './retry.js';
import { tokenFacts, type TokenFacts } from './token-facts.js';

/**
 * Facts that a token's `token_uri` states about the token. Its name is not among them: it comes only from the registry and the
 * deployer's signature.
 */
export type PublishedFacts = Pick<TokenFacts, 'image' | 'description'>;

/** Result of reading the metadata address in a token's contract. */
export interface TokenUri {
  readonly contractId: string;
  /** URI that the contract states; undefined if it states none. */
  readonly uri: string | undefined;
  /** Facts from the last readable document at this URI. */
  readonly facts: PublishedFacts;
  /** Number of failed reads of this URI since the last successful one. */
  readonly failures: number;
  /** Time of the next read. */
  readonly dueAt: Date;
  /** Safety facts of the contract; absent before they were read. */
  readonly safety?: TokenSafety;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const IMAGE = /^(?:https:\/\/|data:image\/(?:png|jpeg|webp|gif);base64,)/i;
const IPFS = /^ipfs:\/\/(?:ipfs\/)?([\w][\w./~%-]*)$/i;

/** The address from which to read a URI: for an ipfs: URI, its path appended to the gateway's address. */
export const readableUri = (uri: string, gateway: string): string => {
  const path = IPFS.exec(uri.trim())?.[1];
  return path === undefined ? uri.trim() : `${gateway}${path}`;
};

/** Address from which to read an image; undefined if its scheme or its format cannot be read. */
export function imageAddress(image: string, gateway: string): string | undefined {
  const address = readableUri(image, gateway);
  return IMAGE.test(address) ? address : undefined;
}

/** Returns the facts that a document states about its token. */
export function publishedFacts(record: MetadataRecord, gateway: string): PublishedFacts {
  const { image, description } = tokenFacts(record);
  return defined({ image: image === undefined ? undefined : imageAddress(image, gateway), description });
}

/** Returns the record to store after reading the URI; `facts` is undefined if the document could not be read. */
export function afterReading(
  before: TokenUri | undefined,
  {
    contractId,
    uri,
    facts,
  }: { contractId: string; uri: string | undefined; facts: PublishedFacts | undefined },
  now: Date,
): TokenUri {
  const again = (ms: number) => new Date(now.getTime() + ms);
  const kept = defined({ safety: before?.safety });
  if (uri === undefined || facts !== undefined)
    return { contractId, uri, facts: facts ?? {}, failures: 0, dueAt: again(DAY_MS), ...kept };
  // Facts of an earlier read of this URI are kept, so a host that is down does not remove the picture.
  const isSame = before?.uri === uri;
  const failures = (isSame ? before.failures : 0) + 1;
  return {
    contractId,
    uri,
    facts: isSame ? before.facts : {},
    failures,
    dueAt: again(retryAfterMs(failures)),
    ...kept,
  };
}
