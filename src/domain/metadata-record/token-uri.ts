import { defined } from '../shared/fields.js';
import type { MetadataRecord } from './metadata-record.js';
import { tokenFacts, type TokenFacts } from './token-facts.js';

/**
 * Facts that a token's `token_uri` states about it: never a name, which the registry and the deployer's signature alone give.
 */
export type PublishedFacts = Pick<TokenFacts, 'image' | 'description'>;

/** Result of reading the metadata address that a token's contract names. */
export interface TokenUri {
  readonly contractId: string;
  /** As the chain has it; undefined if it names none. */
  readonly uri: string | undefined;
  /** From the last document that could be read under this URI. */
  readonly facts: PublishedFacts;
  /** Attempts since then that failed. */
  readonly failures: number;
  /** Time of the next read. */
  readonly dueAt: Date;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_RETRY_MS = 10 * 60 * 1000;
/** Pictures elsewhere would be asked for over the page's own connection, or not at all. */
const IMAGE = /^https:\/\//i;
const IPFS = /^ipfs:\/\/(?:ipfs\/)?([\w][\w./~%-]*)$/i;

/** The address over which what a URI names is read: an ipfs: URI over the gateway, an address that paths are appended to. */
export const readableUri = (uri: string, gateway: string): string => {
  const path = IPFS.exec(uri.trim())?.[1];
  return path === undefined ? uri.trim() : `${gateway}${path}`;
};

/** Returns the facts that a document states about its token. */
export function publishedFacts(record: MetadataRecord, gateway: string): PublishedFacts {
  const { image, description } = tokenFacts(record);
  const readable = image === undefined ? undefined : readableUri(image, gateway);
  return defined({
    image: readable !== undefined && IMAGE.test(readable) ? readable : undefined,
    description,
  });
}

/** Returns what is stored after a read of the URI, whose document is undefined if it could not be read. */
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
  if (uri === undefined || facts !== undefined)
    return { contractId, uri, facts: facts ?? {}, failures: 0, dueAt: again(DAY_MS) };
  // A host that is down does not take the picture away.
  const isSame = before?.uri === uri;
  const failures = (isSame ? before.failures : 0) + 1;
  const retryMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), DAY_MS);
  return { contractId, uri, facts: isSame ? before.facts : {}, failures, dueAt: again(retryMs) };
}
