import { openFileEndsLog } from '../adapters/ends-log/file-ends-log.js';
import { systemPorts } from '../adapters/system/index.js';
import { openDatabaseEndsLog } from '../adapters/typeorm/index.js';
import { recordingEnds } from '../application/recovery/record-ends.js';
import type { EndsLog, StorageAccess } from '../ports/index.js';
import { StartError } from '../run/start-error.js';
import { ConfigError, type Config } from './config.js';

/** An open log of ends. */
export type OpenedEndsLog = EndsLog & { close(): Promise<void> };

/** Which log of ends, and which database it must not be in. */
export type EndsSettings = Pick<Config, 'databaseUrl' | 'endsLog'>;

const isDatabase = (where: string): boolean => /^(sqlite:|postgres(ql)?:\/\/)/.test(where);

/**
 * Opens the log of ends of the settings; undefined where there is none.
 *
 * @throws ConfigError for the database itself, which would be restored together with its log; StartError when it cannot be opened.
 */
export async function openEndsLog({
  databaseUrl,
  endsLog,
}: EndsSettings): Promise<OpenedEndsLog | undefined> {
  if (endsLog === undefined) return undefined;
  if (endsLog === databaseUrl)
    throw new ConfigError('SLUICE_ENDS_LOG must not be the database itself: both would be restored together');
  const { clock } = systemPorts();
  try {
    return await (isDatabase(endsLog)
      ? openDatabaseEndsLog(endsLog, clock)
      : openFileEndsLog(endsLog, clock));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`SLUICE_ENDS_LOG cannot be opened: ${reason}`, { cause: error });
  }
}

/** Does the work with the log of ends of the settings, and closes it. */
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

/** The storage whose ends are logged, where there is a log. */
export function loggingEnds(storage: StorageAccess, ends: EndsLog | undefined): StorageAccess {
  if (ends === undefined) return storage;
  const { clock, hasher } = systemPorts();
  return recordingEnds({ ...storage, ends, clock, hasher });
}
