import type { Displacement } from '../../domain/operator/displacement.js';
import { Listeners } from '../../domain/shared/listeners.js';
import type { Ports } from '../../ports/index.js';
import { recentFlight } from '../shared/single-flight.js';

/** Greatest age of the state that nothing sent depends on. */
const RECENT_MS = 1_000;

/**
 * A process that reads on from where it was does not see that the database lacks what it has read: it compares the newest event that
 * it knows with the database.
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
    /** Looks at the database. Call it every second. Undefined while all is well. */
    look,
    /** The same, as of a second ago at most, for any number of callers. */
    recent: recentFlight(() => databaseHome.displaced(), { clock, maxAgeMs: RECENT_MS }),
    /** Notes that the database is in use. Call it every few seconds. */
    beat: () => databaseHome.beat(),
    /** Calls the listener when the database turns out to be another one than before: what was read from it may be gone. Returns how to stop. */
    onDisplaced: displaced.add,
  } as const;
};
