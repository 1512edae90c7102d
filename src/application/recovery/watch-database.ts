import type { Displacement } from '../../domain/operator/displacement.js';
import { Listeners } from '../../domain/shared/listeners.js';
import type { Ports } from '../../ports/index.js';
import { recentFlight } from '../shared/single-flight.js';

/** Maximum age (ms) of a check's result for callers that do not decide about sending. */
const RECENT_MS = 1_000;

/**
 * Watches whether the database lacks anything that this process has read from it. Reading on would not show this, so each check
 * compares the newest event that the process knows with the database.
 */
export const makeDatabaseWatch = ({
  clock,
  databaseHome,
  feed,
}: Pick<Ports, 'clock' | 'databaseHome' | 'feed'>) => {
  const displaced = new Listeners();
  let before: Displacement | undefined;

  const look = async (): Promise<Displacement | undefined> => {
    const isIntact = await feed.isIntact();
    if (!isIntact) await databaseHome.displace('went-back');
    const now = await databaseHome.displaced();
    const isNew = now !== undefined && before === undefined;
    before = now;
    if (!isIntact || isNew) {
      feed.restart();
      displaced.tell();
    }
    return now;
  };

  return {
    /** Checks the database. Call it every second. Undefined while all is well. */
    look,
    /** The result of a check at most a second old, for any number of callers. */
    recent: recentFlight(() => databaseHome.displaced(), { clock, maxAgeMs: RECENT_MS }),
    /** Notes that the database is in use. Call it every few seconds. */
    beat: () => databaseHome.beat(),
    /**
     * Calls the listener when the database proves to be a different one: what was read from it may be gone. Returns a function
     * that unsubscribes it.
     */
    onDisplaced: displaced.add,
  } as const;
};
