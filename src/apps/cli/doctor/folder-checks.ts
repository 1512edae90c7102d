import { constants } from 'node:fs';
import { access, mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fieldsOf } from '../../../domain/shared/fields.js';
import { devnetJournalPath, hasDevnet, isInMemory, sqliteFileOf, type Config } from '../../server/config.js';
import { fail, ok, type Check } from './check.js';

const NAME = 'folder';

type KeptFiles = Pick<Config, 'databaseUrl' | 'network' | 'stacksApiUrl'>;

/** Checks whether the files that the server keeps can be written. */
export async function checkFolders(config: KeptFiles): Promise<readonly Check[]> {
  const { databaseUrl } = config;
  const database = sqliteFileOf(databaseUrl);
  const journal = hasDevnet(config) && !isInMemory(databaseUrl) ? devnetJournalPath(config) : undefined;
  const files = [database, journal].filter((file) => file !== undefined);
  const folders = [...new Set(files.map((file) => dirname(resolve(file))))];
  return Promise.all([
    ...folders.map(checkFolder),
    ...(database !== undefined && (await isFile(database)) ? [checkFile(resolve(database))] : []),
  ]);
}

async function checkFolder(folder: string): Promise<Check> {
  const nearest = await existing(folder);
  if (!(await stat(nearest)).isDirectory())
    return fail(NAME, `${nearest} is a file where a folder is needed`, 'name another path in DATABASE_URL');
  const problem = await writeProblem(nearest);
  if (problem !== undefined)
    return fail(
      NAME,
      `${nearest} cannot be written (${problem})`,
      'give this user write access, or name another folder in DATABASE_URL',
    );
  return ok(
    NAME,
    nearest === folder ? `${folder} can be written` : `${folder} does not exist yet: the server makes it`,
  );
}

async function checkFile(file: string): Promise<Check> {
  return access(file, constants.W_OK).then(
    () => ok('file', `${file} can be written`),
    () => fail('file', `${file} cannot be written`, 'give this user write access'),
  );
}

/**
 * Error code of an attempt to create an entry in the folder; undefined if it succeeds. The entry is removed again. Permissions alone would
 * not tell, for example in /proc or on a read-only file system.
 */
async function writeProblem(folder: string): Promise<string | undefined> {
  try {
    await rmdir(await mkdtemp(join(folder, '.sluice-doctor-')));
    return undefined;
  } catch (error) {
    return String(fieldsOf(error)['code']);
  }
}

/** Whether the path is a file. A folder in its place is reported by the check of the database. */
const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** The folder, or the nearest one above it that exists. */
async function existing(folder: string): Promise<string> {
  return (await isThere(folder)) || folder === dirname(folder) ? folder : existing(dirname(folder));
}
