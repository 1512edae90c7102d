import {
  tokenFacts,
  type TokenFacts,
  type TokenFactsById,
} from '../../domain/metadata-record/token-facts.js';
import { defined } from '../../domain/shared/fields.js';
import { safetyLetters } from '../../domain/token-safety/token-safety.js';
import type { Ports } from '../../ports/index.js';
import { singleFlight } from '../shared/single-flight.js';
import { makeFollowMetadata, type MetadataSnapshot } from './follow-metadata.js';

/** Maximum age of the cached facts, milliseconds. */
export const FACTS_MAX_AGE_MS = 1_000;

/** Maximum age of facts from the chain's `token_uri`, which are read one token at a time. */
export const PUBLISHED_MAX_AGE_MS = 30_000;

/** Maximum age of the tags of logos. */
export const LOGOS_MAX_AGE_MS = 5_000;

/**
 * Reads the facts stated by all stored records, by contract id, at most a second old; a picture or description that a record
 * lacks comes from the token's `token_uri`. Returns the same object until a fact changes, so callers may cache values derived
 * from it.
 *
 * Earlier facts are still returned while the storage fails: a missing name is no reason to withhold prices. Rejects only if
 * nothing was read yet.
 */
export type ReadTokenFacts = () => Promise<TokenFactsById>;

/**
 * Reads only what was saved since the last read. Concurrent callers share one read; once facts are cached, a caller
 * that finds a read older than {@link FACTS_MAX_AGE_MS} still running gets the cached ones, so a hanging storage delays
 * only the first callers.
 */
export function makeReadTokenFacts({
  metadata,
  tokenUris,
  tokenLogos,
  clock,
}: Pick<Ports, 'metadata' | 'tokenUris' | 'tokenLogos' | 'clock'>): ReadTokenFacts {
  const follow = makeFollowMetadata({ metadata });
  const readPublished = makeReadPublished({ tokenUris, tokenLogos, clock });
  let signed: MetadataSnapshot<TokenFacts> | undefined;
  let published: TokenFactsById | undefined;
  let cached: TokenFactsById | undefined;
  let readAt = -Infinity;
  const read = singleFlight(async () => {
    readAt = clock.now().getTime();
    const [before, beforePublished] = [signed?.values, published];
    signed = await follow(({ record }) => tokenFacts(record), signed);
    published = await readPublished();
    if (cached === undefined || before !== signed.values || beforePublished !== published)
      cached = merged(signed.values, published);
    return cached;
  });

  return async () => {
    const isRecent = Math.abs(clock.now().getTime() - readAt) < FACTS_MAX_AGE_MS;
    // The cached facts are returned if the last read is recent and has settled, or if it is old but still running.
    if (cached !== undefined && isRecent !== (read.running() !== undefined)) return cached;
    const known = cached;
    if (known === undefined) return read();
    // The error need not be reported here: callers that read the records themselves get it.
    return read().catch(() => known);
  };
}

/** Merges the facts: those that the deployer signed here take precedence over the chain's `token_uri`. */
function merged(signed: TokenFactsById, published: TokenFactsById): TokenFactsById {
  if (published.size === 0) return signed;
  const facts = new Map(signed);
  for (const [id, said] of published) facts.set(id, { ...said, ...signed.get(id) });
  return facts;
}

type Entry = readonly [contractId: string, facts: TokenFacts];

/**
 * Makes a reader of facts that do not come from records: those that were read from the chain, and the tags of logos. It returns the
 * same object until they change.
 */
function makeReadPublished({
  tokenUris,
  tokenLogos,
  clock,
}: Pick<Ports, 'tokenUris' | 'tokenLogos' | 'clock'>): () => Promise<TokenFactsById> {
  const readUris = makeReadEntries(clock, PUBLISHED_MAX_AGE_MS, async () =>
    (await tokenUris.all()).map(({ contractId, facts, safety }): Entry => {
      const known = safety && { safety: safetyLetters(safety.facts) };
      return [contractId, { ...facts, ...known }];
    }),
  );
  const readLogos = makeReadEntries(clock, LOGOS_MAX_AGE_MS, async () =>
    (await tokenLogos.all()).map(({ contractId, tag }): Entry => [contractId, defined({ logo: tag })]),
  );
  let sources: readonly TokenFactsById[] = [];
  let published: TokenFactsById = new Map();
  return async () => {
    const [uris, logos] = [await readUris(), await readLogos()];
    if (uris !== sources[0] || logos !== sources[1])
      [sources, published] = [[uris, logos], merged(uris, logos)];
    return published;
  };
}

/** Makes a reader that reads again after `maxAgeMs`. It returns the same object until something changes. */
function makeReadEntries(
  clock: Ports['clock'],
  maxAgeMs: number,
  read: () => Promise<readonly Entry[]>,
): () => Promise<TokenFactsById> {
  let facts: TokenFactsById = new Map();
  let seen = '[]';
  let readAt = -Infinity;
  return async () => {
    const now = clock.now().getTime();
    if (Math.abs(now - readAt) < maxAgeMs) return facts;
    const entries = (await read())
      .filter(([, told]) => Object.keys(told).length > 0)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    readAt = now;
    const text = JSON.stringify(entries);
    if (text !== seen) [facts, seen] = [new Map(entries), text];
    return facts;
  };
}
