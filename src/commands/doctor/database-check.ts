import { isInMemory } from '../../process/config.js';
import { databaseName } from '../../process/database-errors.js';
import { databaseState, type DatabaseSettings } from '../../process/database.js';
import { fail, messageOf, ok, warn, type Check } from './check.js';

const NAME = 'database';

/** Whether the database responds, and whether its tables are this release's. */
export async function checkDatabase(settings: DatabaseSettings): Promise<readonly Check[]> {
  const { databaseUrl } = settings;
  if (isInMemory(databaseUrl))
    return [warn(NAME, 'is in memory: everything is lost at the end', 'set DATABASE_URL to keep it')];
  const where = databaseName(databaseUrl);
  try {
    const { exists, applied, pending, unknown, difference } = await databaseState(settings);
    if (!exists) return [ok(NAME, `${where} does not exist yet: the server creates it`)];
    if (unknown.length > 0)
      return [
        fail(NAME, `${where} was written by a newer release (${unknown.join(', ')})`, 'start that release'),
      ];
    if (difference !== undefined) return [failOf(`${where}: ${difference}`)];
    if (pending.length === 0) return [ok(NAME, `${where} responds; its tables are up to date`)];
    const missing = `${pending.length} of ${pending.length + applied.length} migrations have not run`;
    return [ok(NAME, `${where} responds; ${missing}: the server runs them, or sluice migrate`)];
  } catch (error) {
    return [failOf(messageOf(error))];
  }
}

/** The remedy is the end of the sentence, where it names one. */
function failOf(sentence: string): Check {
  const at = Math.max(sentence.lastIndexOf(': '), sentence.lastIndexOf('; '));
  return at < 0
    ? fail(NAME, sentence, 'correct DATABASE_URL')
    : fail(NAME, sentence.slice(0, at), sentence.slice(at + 2));
}
