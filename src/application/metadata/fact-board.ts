import {
  tokenFacts,
  type TokenFacts,
  type TokenFactsById,
} from '../../domain/metadata-record/token-facts.js';
import type { Ports } from '../../ports/index.js';

/** Records of one reading. */
const PAGE = 500;

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

interface Board {
  readonly facts: TokenFactsById;
  readonly state: string | undefined;
}

/** Reads what was saved since the last reading, and nothing else. Callers that ask together share one reading. */
export function makeReadTokenFacts({ metadata, clock }: Pick<Ports, 'metadata' | 'clock'>): ReadTokenFacts {
  let board: Board = { facts: new Map(), state: undefined };
  let readAt = -Infinity;
  let running: Promise<void> | undefined;

  const bringUpToDate = async (startedAt: number): Promise<void> => {
    board = await readOn(metadata, board);
    readAt = startedAt;
  };

  return async () => {
    const now = clock.now().getTime();
    const isRecent = Math.abs(now - readAt) < FACTS_MAX_AGE_MS;
    if (isRecent && running === undefined) return board.facts;
    running ??= bringUpToDate(now).finally(() => {
      running = undefined;
    });
    await running.catch((error: unknown) => {
      if (board.state === undefined) throw error;
    });
    return board.facts;
  };
}

async function readOn(metadata: Ports['metadata'], from: Board): Promise<Board> {
  let { state } = from;
  let facts: Map<string, TokenFacts> | undefined;
  for (;;) {
    const changes = await metadata.changesSince(state, PAGE);
    state = changes.state;
    if (changes.entries.length > 0) facts ??= new Map(from.facts);
    for (const { contractId, record } of changes.entries) facts!.set(contractId, tokenFacts(record));
    if (changes.entries.length < PAGE) return { facts: facts ?? from.facts, state };
  }
}
