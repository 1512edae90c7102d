import { inspectReplicas, sqliteHolder } from '../../../adapters/typeorm/index.js';
import { commitWarningOf } from '../../server/commit-warning.js';
import { isInMemory, sqliteFileOf, type Config } from '../../server/config.js';
import { databaseName } from '../../server/database-errors.js';
import { containsUpTo } from '../../server/readiness.js';
import { databaseState, type DatabaseSettings } from '../../server/database.js';
import { PROBLEM_SENTENCES } from '../../server/replica-watch.js';
import { fail, messageOf, ok, warn, type Check } from './check.js';

const NAME = 'database';

/**
 * The process that holds the SQLite file of the settings. Undefined if none does, or if the database has no such file, so that any
 * number of processes may use it. Rejects if the file's lock cannot be read.
 */
export async function holderOf({ databaseUrl }: DatabaseSettings): Promise<string | undefined> {
  const file = sqliteFileOf(databaseUrl);
  return file === undefined ? undefined : sqliteHolder(file);
}

interface Holder {
  readonly holder: Promise<string | undefined>;
  /** Whether the holder may be a server with these settings. */
  readonly isRunning: boolean;
}

/** Whether the database responds, whether its tables match this release, and whether a server may open it. */
export async function checkDatabase(
  settings: DatabaseSettings,
  { holder, isRunning }: Holder,
): Promise<readonly Check[]> {
  const checks = [...(await checkTables(settings)), ...(await checkCommits(settings))];
  const name = databaseName(settings.databaseUrl);
  let process: string | undefined;
  try {
    process = await holder;
  } catch (error) {
    return [
      ...checks,
      fail(NAME, `${name}.lock cannot be read: ${messageOf(error)}`, 'give this user access'),
    ];
  }
  if (process === undefined) return checks;
  const found = `${name} is in use by ${process}`;
  return [
    ...checks,
    isRunning
      ? warn(NAME, found, 'stop it before another server starts')
      : fail(NAME, found, 'stop it, or name another file in DATABASE_URL'),
  ];
}

async function checkTables(settings: DatabaseSettings): Promise<readonly Check[]> {
  const { databaseUrl } = settings;
  if (isInMemory(databaseUrl))
    return [warn(NAME, 'is in memory: everything is lost at the end', 'set DATABASE_URL to keep it')];
  const where = databaseName(databaseUrl);
  try {
    const { exists, applied, pending, unknown, tooNew, difference, displaced } =
      await databaseState(settings);
    if (!exists) return [ok(NAME, `${where} does not exist yet`)];
    if (tooNew !== undefined)
      return [fail(NAME, `${where} was written by a newer release (${tooNew})`, 'start that release')];
    if (difference !== undefined) return [failOf(`${where}: ${difference}`)];
    if (displaced?.kind === 'restored')
      return [fail(NAME, `${where}: ${containsUpTo(displaced)}`, 'run sluice reconcile')];
    if (displaced !== undefined)
      return [
        warn(
          NAME,
          `${where}: it went back in time, or a standby took over`,
          'wait for a server with the operator’s keys',
        ),
      ];
    if (unknown.length > 0)
      return [
        warn(
          NAME,
          `${where} has the tables of the next release, on which this one runs, too`,
          'replace this release once the next one works',
        ),
      ];
    if (pending.length === 0) return [ok(NAME, `${where} responds; its tables are up to date`)];
    const missing = `${pending.length} of ${pending.length + applied.length} migrations have not run`;
    return [ok(NAME, `${where} responds; ${missing}: the server runs them, or sluice migrate`)];
  } catch (error) {
    return [failOf(messageOf(error))];
  }
}

/** Whether what callers see acknowledged outlives a crash and, if a standby follows the database, its failover. */
async function checkCommits(settings: DatabaseSettings): Promise<readonly Check[]> {
  const commits = isInMemory(settings.databaseUrl)
    ? undefined
    : await databaseState(settings).then(
        (state) => state.commits,
        // The check of the tables has said so.
        () => undefined,
      );
  const warning = commits && commitWarningOf(commits);
  return warning === undefined ? [] : [warn(NAME, warning.found, warning.remedy)];
}

/** A failed check. A remedy, if the sentence has one, is its last part. */
function failOf(sentence: string): Check {
  const at = Math.max(sentence.lastIndexOf(': '), sentence.lastIndexOf('; '));
  return at < 0
    ? fail(NAME, sentence, 'correct DATABASE_URL')
    : fail(NAME, sentence.slice(0, at), sentence.slice(at + 2));
}

const REPLICA = 'replica';

/** Whether each replica is a standby of the database that has what the database has. */
export async function checkReplicas({
  databaseUrl,
  databaseSchema,
  databaseReadUrls: urls,
}: Pick<Config, 'databaseUrl' | 'databaseSchema' | 'databaseReadUrls'>): Promise<readonly Check[]> {
  if (urls.length === 0) return [];
  try {
    const standing = await inspectReplicas(databaseUrl, urls, databaseSchema);
    return standing.map(({ replica, problem }) => {
      const where = databaseName(urls[replica - 1]!);
      return problem === undefined
        ? ok(REPLICA, `${where} has everything that the primary has`)
        : warn(
            REPLICA,
            `${where}: ${PROBLEM_SENTENCES[problem]}`,
            'the primary serves its reads; correct DATABASE_READ_URL or the server',
          );
    });
  } catch {
    return [
      warn(
        REPLICA,
        'was not checked, because the database does not respond',
        'see the check of the database',
      ),
    ];
  }
}
