import {
  tokenFacts,
  type TokenFacts,
  type TokenFactsById,
} from '../../domain/metadata-record/token-facts.js';
import type { Ports } from '../../ports/index.js';
import { singleFlight } from '../shared/single-flight.js';
import { makeFollowMetadata, type MetadataSnapshot } from './follow-metadata.js';

/** How old the cached facts may be, milliseconds. */
export const FACTS_MAX_AGE_MS = 1_000;

/**
 * Reads the facts stated by all stored records, by contract id, at most a second old. Returns the same object until a
 * record is saved, so that callers may cache what they derive from it.
 *
 * Facts that were read once are still returned while the storage fails: a missing name is no reason to withhold prices.
 * Rejects only when nothing was read yet.
 */
export type ReadTokenFacts = () => Promise<TokenFactsById>;

/**
 * Reads only what was saved since the last read. Concurrent callers share one read; once facts are cached, a caller
 * that finds a read older than {@link FACTS_MAX_AGE_MS} still running gets the cached ones, so a hanging storage delays
 * only the first callers.
 */
export function makeReadTokenFacts({ metadata, clock }: Pick<Ports, 'metadata' | 'clock'>): ReadTokenFacts {
  const follow = makeFollowMetadata({ metadata });
  let cached: MetadataSnapshot<TokenFacts> | undefined;
  let readAt = -Infinity;
  const read = singleFlight(async () => {
    readAt = clock.now().getTime();
    cached = await follow(({ record }) => tokenFacts(record), cached);
    return cached;
  });

  return async () => {
    const isRecent = Math.abs(clock.now().getTime() - readAt) < FACTS_MAX_AGE_MS;
    // A recent read counts once it has settled; an old one that is still running is not awaited.
    if (cached !== undefined && isRecent !== (read.running() !== undefined)) return cached.values;
    const known = cached;
    if (known === undefined) return (await read()).values;
    // Callers that need the records themselves see why the storage fails.
    return (await read().catch(() => known)).values;
  };
}
