import type {
  DatabaseHistory,
  DatabaseHome,
  Displacement,
  DisplacementKind,
} from '../../ports/database-home.js';
import { feedEnd } from './order-feed.js';
import type { Session } from './tables.js';

const ONLY = 'home';
const NO_STANDBY: DatabaseHistory = { name: '', isSynchronous: false };

/** The home of a database in memory. Memory has no copies, so it is displaced only if a process calls `displace`. */
export class InMemoryDatabaseHome implements DatabaseHome {
  constructor(private readonly session: Session) {}

  displaced(): Promise<Displacement | undefined> {
    return this.session.read((tables) => {
      const kind = tables.databaseHome.get(ONLY);
      if (kind === undefined) return undefined;
      const newest = tables.feed.get(String(feedEnd(tables)))?.at;
      return { kind, ...(newest !== undefined && { newest: new Date(newest) }) };
    });
  }

  async history(): Promise<DatabaseHistory> {
    return NO_STANDBY;
  }

  displace(kind: DisplacementKind): Promise<void> {
    return this.session.write(
      ({ databaseHome }) => void databaseHome.set(ONLY, databaseHome.get(ONLY) ?? kind),
    );
  }

  settle(): Promise<void> {
    return this.session.write(({ databaseHome }) => void databaseHome.delete(ONLY));
  }

  async beat(): Promise<void> {}
}
