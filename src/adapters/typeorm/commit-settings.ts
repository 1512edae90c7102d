import type { CommitSettings } from '../../ports/index.js';
import { sql, type Session } from './database/index.js';

/** Settings of the Postgres database that the session works in. */
export async function commitSettingsOf(session: Session): Promise<CommitSettings> {
  const [row] = await session.select<{ waits_for: string; names: string; receivers: string | number }>(sql`
    SELECT current_setting('synchronous_commit') AS waits_for, current_setting('synchronous_standby_names') AS names,
      (SELECT COUNT(*) FROM pg_stat_replication) AS receivers`);
  const { waits_for: waitsFor, names: standbyNames, receivers } = row!;
  return { waitsFor, standbyNames, receivers: Number(receivers) };
}
