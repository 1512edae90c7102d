import type { Displacement } from '../../domain/operator/displacement.js';
import { Listeners } from '../../domain/shared/listeners.js';
import type { DatabaseHistory, Ports } from '../../ports/index.js';
import { recentFlight } from '../shared/single-flight.js';

/** Maximum age (ms) of a check's result for callers that do not decide about sending. */
const RECENT_MS = 1_000;

/** News of a database that proves to be another one. */
export interface FoundDisplaced {
  /** Whether it has everything that the process has read from the former one: a standby took over for which commits waited. */
  readonly isWhole: boolean;
}

/**
 * Watches whether the database lacks anything that this process has read from it. Reading on would not show this, so each check
 * compares the newest event that the process knows with the database.
 */
export const makeDatabaseWatch = ({
  clock,
  databaseHome,
  feed,
}: Pick<Ports, 'clock' | 'databaseHome' | 'feed'>) => {
  const displaced = new Listeners<FoundDisplaced>();
  let before:
    { readonly displacement: Displacement | undefined; readonly history: DatabaseHistory } | undefined;

  const look = async (): Promise<Displacement | undefined> => {
    const isIntact = await feed.isIntact();
    if (!isIntact) await databaseHome.displace('went-back');
    const [last, displacement] = [before, await databaseHome.displaced()];
    const found = await databaseHome.history();
    const history = found.name === '' && last !== undefined ? last.history : found;
    before = { displacement, history };
    // Another process may have accepted the database since the last look.
    const isOther = last !== undefined && last.history.name !== history.name;
    const isNew = displacement !== undefined && last?.displacement === undefined;
    if (!isIntact || isOther || isNew) {
      feed.restart();
      displaced.tell({ isWhole: isIntact && isOther && last.history.isSynchronous });
    }
    return displacement;
  };

  return {
    /** Checks the database. Call it every second. Undefined while all is well. */
    look,
    /** The result of a check at most a second old, for any number of callers. */
    recent: recentFlight(() => databaseHome.displaced(), { clock, maxAgeMs: RECENT_MS }),
    /** Notes that the database is in use. Call it every few seconds. */
    beat: () => databaseHome.beat(),
    /**
     * Calls the listener when the database proves to be a different one. Returns a function that unsubscribes it.
     */
    onDisplaced: displaced.add,
  } as const;
};
