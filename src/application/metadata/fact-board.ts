import type { MetadataEntry } from '../../domain/metadata-record/metadata-record.js';
import {
  tokenFacts,
  type TokenFacts,
  type TokenFactsById,
} from '../../domain/metadata-record/token-facts.js';
import type { Ports } from '../../ports/index.js';
import { makeFollowMetadata, type MetadataBoard } from './follow-metadata.js';

/** For how long the facts in memory are used before it is asked what was saved since. */
export const FACTS_MAX_AGE_MS = 1_000;

/**
 * What the stored records say of their tokens, by contract id, as of a second ago at most. The same object until
 * something was saved, so lists that were made with it can be kept.
 *
 * Once read, facts stay in use while the storage fails: names are no reason to withhold prices. Whoever asks first
 * hears of the failure.
 */
export type ReadTokenFacts = () => Promise<TokenFactsById>;

type Board = MetadataBoard<TokenFacts>;

const factsOf = ({ record }: MetadataEntry): TokenFacts => tokenFacts(record);

/**
 * Reads what was saved since the last reading, and nothing else. Callers that ask together share one reading; once there
 * are facts, none waits longer than their age allows, so a storage that hangs holds up the first of them only.
 */
export function makeReadTokenFacts({ metadata, clock }: Pick<Ports, 'metadata' | 'clock'>): ReadTokenFacts {
  const follow = makeFollowMetadata({ metadata });
  let board: Board | undefined;
  let askedAt = -Infinity;
  let running: Promise<Board> | undefined;

  const start = async (now: number): Promise<Board> => {
    askedAt = now;
    try {
      board = await follow(factsOf, board);
      return board;
    } finally {
      running = undefined;
    }
  };

  return async () => {
    const now = clock.now().getTime();
    const isRecent = Math.abs(now - askedAt) < FACTS_MAX_AGE_MS;
    if (board !== undefined && (isRecent ? running === undefined : running !== undefined)) return board.made;
    running ??= start(now);
    const known = board;
    if (known === undefined) return (await running).made;
    // Why it failed is told to whoever asks the storage for more than names.
    return (await running.catch(() => known)).made;
  };
}
