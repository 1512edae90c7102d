import { resolve } from 'node:path';
import { openFileEndsLog } from '../../adapters/ends-log/file-ends-log.js';
import { systemPorts } from '../../adapters/system/index.js';
import { openDatabaseEndsLog } from '../../adapters/typeorm/index.js';
import { recordingEnds } from '../../application/recovery/record-ends.js';
import { StorageFailure, type EndsLog, type StorageAccess } from '../../ports/index.js';
import { StartError } from '../run/start-error.js';
import { ConfigError, sqliteFileOf, type Config } from './config.js';
import { databaseName } from './database-errors.js';
import { inTime } from './readiness.js';

/** An open log of ends. */
export type OpenedEndsLog = EndsLog & { close(): Promise<void> };

/** Settings of the log of ends and of the database, which must be different. */
export type EndsSettings = Pick<Config, 'databaseUrl' | 'endsLog'>;

/** Maximum milliseconds that a caller who ends something waits for the log, whatever the state of its disk or database. */
const LIMIT_MS = 4_000;

const isDatabase = (where: string): boolean => /^(sqlite:|postgres(ql)?:\/\/)/.test(where);

/**
 * Opens the log of ends that the settings name; undefined if they name none.
 *
 * @throws ConfigError if it is the database itself, since both would be restored together; StartError if it cannot be opened.
 */
export async function openEndsLog({
  databaseUrl,
  endsLog,
}: EndsSettings): Promise<OpenedEndsLog | undefined> {
  if (endsLog === undefined) return undefined;
  refuseUseless(endsLog, databaseUrl);
  const { clock } = systemPorts();
  try {
    const log = await (isDatabase(endsLog)
      ? openDatabaseEndsLog(endsLog, clock)
      : openFileEndsLog(endsLog, clock));
    return withinTime(log);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`SLUICE_ENDS_LOG cannot be opened: ${reason}`, { cause: error });
  }
}

function refuseUseless(endsLog: string, databaseUrl: string): void {
  const file = sqliteFileOf(endsLog);
  if (endsLog.startsWith('sqlite:') && file === undefined)
    throw new ConfigError('SLUICE_ENDS_LOG must outlive the process: name a file');
  const database = sqliteFileOf(databaseUrl);
  const isSame =
    file !== undefined && database !== undefined
      ? resolve(file) === resolve(database)
      : isDatabase(endsLog) && databaseName(endsLog) === databaseName(databaseUrl);
  if (isSame)
    throw new ConfigError('SLUICE_ENDS_LOG must not be the database itself: both would be restored together');
}

function withinTime(log: OpenedEndsLog): OpenedEndsLog {
  const late = () => new StorageFailure('the log of ends did not answer in time', undefined, true);
  return {
    append: (ends) => inTime(log.append(ends), LIMIT_MS, late),
    check: () => inTime(log.check(), LIMIT_MS, late),
    since: (at) => log.since(at),
    beganAt: () => log.beganAt(),
    deleteBefore: (at) => log.deleteBefore(at),
    close: () => log.close(),
  };
}

/** Opens the log of ends that the settings name, runs `work` with it, and closes it. */
export async function withEndsLog<T>(
  settings: EndsSettings,
  work: (ends: OpenedEndsLog | undefined) => Promise<T>,
): Promise<T> {
  const ends = await openEndsLog(settings);
  try {
    return await work(ends);
  } finally {
    await ends?.close();
  }
}

/** The storage. If there is a log, ends are recorded in it. */
export function loggingEnds(storage: StorageAccess, ends: EndsLog | undefined): StorageAccess {
  if (ends === undefined) return storage;
  const { clock, hasher } = systemPorts();
  return recordingEnds({ ...storage, ends, clock, hasher });
}
