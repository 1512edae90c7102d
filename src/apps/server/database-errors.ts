import { fieldsOf } from '../../domain/shared/fields.js';
import { sqliteFileOf } from './config.js';
import { StartError } from '../run/start-error.js';

/** The database of a URL, without its password: a path, or `postgres://host:port/name`. */
export function databaseName(url: string): string {
  if (url.startsWith('sqlite:')) return sqliteFileOf(url) ?? 'memory';
  if (!URL.canParse(url)) return 'a Postgres database';
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
}

/**
 * Returns a StartError that says why the database could not be opened, with DATABASE_URL, the path or host, and the remedy. Returns
 * the error itself if it names nothing that an operator could fix.
 */
export function databaseError(url: string, error: unknown): unknown {
  const sentence = url.startsWith('sqlite:') ? fileProblem(url, error) : serverProblem(url, error);
  return sentence === undefined ? error : new StartError(sentence, { cause: error });
}

/** The error code of a driver or of Node. TypeORM's errors carry it in `driverError`. */
function codeOf(error: unknown): string {
  const { code, driverError } = fieldsOf(error);
  return typeof code === 'string' ? code : driverError === undefined ? '' : codeOf(driverError);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The message of an error that the storage itself throws, a plain error without a code. It is already a sentence for the operator. */
const ownSentence = (error: unknown): string | undefined =>
  error instanceof Error && error.name === 'Error' && codeOf(error) === '' ? error.message : undefined;

function fileProblem(url: string, error: unknown): string | undefined {
  const path = databaseName(url);
  const code = codeOf(error);
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code))
    return `DATABASE_URL names ${path}, which is no SQLite database, or a damaged one: name another path, or restore a backup`;
  if (/^(EACCES|EPERM|EROFS|SQLITE_READONLY|SQLITE_CANTOPEN|SQLITE_PERM)/.test(code))
    return `DATABASE_URL names ${path}, which cannot be opened for writing (${code}): let this user write to the file and its folder, or name another path`;
  if (code === 'EISDIR') return `DATABASE_URL names ${path}, which is a folder: name a file in it`;
  if (code === 'ENOENT')
    return `DATABASE_URL names ${path}, whose folder cannot be made (ENOENT): name another path`;
  if (/^(ENOTDIR|EEXIST)/.test(code))
    return `DATABASE_URL names ${path}, and a part of this path is a file where a folder is needed, or the reverse (${code}): name another path`;
  if (/^(SQLITE_FULL|ENOSPC)/.test(code)) return `DATABASE_URL names ${path}, whose disk is full: make room`;
  if (code.startsWith('SQLITE_BUSY'))
    return `DATABASE_URL names ${path}, which another program has locked: end it, or try again later`;
  return ownSentence(error);
}

function serverProblem(url: string, error: unknown): string | undefined {
  const { host, user, database } = partsOf(url);
  const code = codeOf(error);
  switch (code) {
    case 'ECONNREFUSED':
      return `DATABASE_URL names ${host}, where no server accepts connections: start Postgres there, or name another address`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `DATABASE_URL names ${host}, a host that cannot be found (${code}): correct its name`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `DATABASE_URL names ${host}, which does not respond (${code}): check the address and the network`;
    case '28P01':
    case '28000':
      return `The server at ${host} does not let in the user "${user}" (${code}): check user and password in DATABASE_URL`;
    case '3D000':
      return `The server at ${host} has no database "${database}": create it (createdb ${database}), or name another one in DATABASE_URL`;
    case '42501':
      return `The user "${user}" in DATABASE_URL may not do what the tables of "${database}" at ${host} need: ${messageOf(error)}`;
    case '53300':
    case '57P03':
      return `The server at ${host} in DATABASE_URL takes no connections now: ${messageOf(error)}`;
  }
  const message = messageOf(error);
  if (message.startsWith('SASL'))
    return `The server at ${host} asks the user "${user}" for a password: DATABASE_URL has none that it accepts`;
  if (message.startsWith('timeout exceeded'))
    return `DATABASE_URL names ${host}, which does not respond: check the address and the network`;
  return ownSentence(error);
}

const POSTGRES_PORT = '5432';

function partsOf(url: string): { readonly host: string; readonly user: string; readonly database: string } {
  if (!URL.canParse(url)) return { host: 'a server', user: '', database: '' };
  const { hostname, port, username, pathname } = new URL(url);
  const host = `${hostname || 'localhost'}:${port || POSTGRES_PORT}`;
  return { host, user: username, database: pathname.slice(1) };
}
