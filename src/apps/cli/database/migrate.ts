import { ConfigError, isInMemory } from '../../server/config.js';
import { databaseSettings, databaseState, openDatabase } from '../../server/database.js';
import { printResult, type JsonOption } from '../result.js';

/** Runs the pending migrations of the database that DATABASE_URL names, and nothing else. */
export async function migrate(options: JsonOption): Promise<number> {
  const settings = databaseSettings();
  if (isInMemory(settings.databaseUrl))
    throw new ConfigError('DATABASE_URL names a database in memory, which ends with this command');
  const before = await databaseState(settings);
  // `openDatabase` refuses a database of a newer release, or one with other tables, with its own message.
  const isCurrent = before.pending.length === 0 && before.tooNew === undefined && !before.difference;
  if (!isCurrent) await (await openDatabase(settings, { exclusive: true })).close();
  const { applied, pending: ran } = before;
  return printResult({ isCreated: !before.exists, ran, applied: [...applied, ...ran] }, options, () =>
    ran.length === 0
      ? ['nothing to do: the database is up to date']
      : [...ran.map((name) => `ran ${name}`), 'the database is up to date'],
  );
}
